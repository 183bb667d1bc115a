package gardens

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render/rendertest"
)

// playUntil plays a game until stop returns true or the game ends. It chooses moves by rank with
// some randomness, so that gardens get rich.
func playUntil(tb testing.TB, seats int, seed uint64, opts engine.Options, stop func(v *game.View) bool) *game.View {
	tb.Helper()
	var last *game.View
	rendertest.Play(tb, game.Game, opts, seats, rand.New(rand.NewPCG(seed, 7)), choose, func(s engine.State, _ int) bool {
		if s.Turn() == 0 {
			last = s.View(1).(*game.View)
			return false
		}
		last = s.View(s.Turn().Slice()[0]).(*game.View)
		return !stop(last)
	})
	return last
}

// choose prefers moves that score at once, then tiles at their best place. It samples at most 60
// moves.
func choose(s engine.State, turn []engine.Seat, r *rand.Rand) engine.Move {
	legal := s.Legal(turn[0], nil)
	return rendertest.Best(s, legal, min(len(legal), 60), r, func(m engine.Move) int {
		return map[string]int{"place": 100, "statue": 1000, "fountain": 1000, "bridge": 1000, "stairs": 1000}[verbOf(m)]
	})
}

func verbOf(m engine.Move) string { return game.Game.Info().VerbInfo(m.Verb).Name }

// lateView returns a rich position near the end of a game, in the middle of a turn.
func lateView(tb testing.TB, seats int, seed uint64) *game.View {
	return playUntil(tb, seats, seed, nil, func(v *game.View) bool {
		g := &v.Gardens[v.Turn.Slice()[0]-1]
		return v.Round >= v.Rounds-2 && g.Building && len(g.Tiles) > 0 && g.Tiles[len(g.Tiles)-1].Fresh
	})
}

func atRound(n int) func(v *game.View) bool {
	return func(v *game.View) bool { return v.Stage == game.Playing && v.Round >= n }
}

// aTurn plays like playUntil until the first whole turn from a round on in which a player built a
// decoration. It returns the positions before and after that turn, and the player's seat. The
// player of the next turn sees both.
func aTurn(tb testing.TB, seats int, seed uint64, opts engine.Options, round int) (
	before, after *game.View, seat engine.Seat) {
	tb.Helper()
	ended := func(v *game.View) bool {
		if before != nil && v.Turn.Slice()[0] != seat {
			now, then := v.Gardens[seat-1], before.Gardens[seat-1]
			if len(now.Decor) > len(then.Decor) && len(now.Tiles) > len(then.Tiles) {
				return true
			}
		}
		if v.Round >= round && v.Turn.Slice()[0] != seat {
			before, seat = v, v.Turn.Slice()[0]
		}
		return false
	}
	after = playUntil(tb, seats, seed, opts, ended)
	return before, after, seat
}
