package gardens

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/gardens"
)

// playUntil plays a game until stop returns true or the game ends. It chooses moves by rank with
// some randomness, so that gardens get rich.
func playUntil(tb testing.TB, seats int, seed uint64, opts engine.Options, stop func(v *game.View) bool) *game.View {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	infos := make([]engine.SeatInfo, seats)
	s, err := game.Game.Start(opts, infos, game.Game.Deal(opts, infos, r))
	require.NoError(tb, err)
	var legal []engine.Move
	for {
		turn := s.Turn().Slice()
		if len(turn) == 0 {
			return s.View(1).(*game.View)
		}
		if v := s.View(turn[0]).(*game.View); stop(v) {
			return v
		}
		legal = s.Legal(turn[0], legal[:0])
		s, err = s.Apply(chooseMove(s, legal, r))
		require.NoError(tb, err)
	}
}

// chooseMove prefers moves that score at once, then tiles at their best place. It samples at most
// 60 moves.
func chooseMove(s engine.State, legal []engine.Move, r *rand.Rand) engine.Move {
	best, value := legal[0], -1<<30
	for range min(len(legal), 60) {
		m := legal[r.IntN(len(legal))]
		n := s.Describe(m).Rank
		switch name := game.Game.Info().VerbInfo(m.Verb).Name; name {
		case "place":
			n += 100
		case "statue", "fountain", "bridge", "stairs":
			n += 1000
		}
		if n > value {
			best, value = m, n
		}
	}
	return best
}

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
