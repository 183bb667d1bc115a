package babel

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render/rendertest"
)

// eachPosition plays random moves and shows every position until show returns false. If keen, it
// plays the best of a few random moves, so that temples get high and the game ends.
func eachPosition(tb testing.TB, seed uint64, keen bool, show func(s engine.State, i int) (more bool)) {
	tb.Helper()
	choose := func(s engine.State, turn []engine.Seat, r *rand.Rand) engine.Move {
		seat := turn[r.IntN(len(turn))]
		if seat == engine.Chance {
			return s.Chance(r)
		}
		legal := s.Legal(seat, nil)
		if random := legal[r.IntN(len(legal))]; !keen {
			return random
		}
		return chooseMove(s, legal, r)
	}
	rendertest.Play(tb, game.Game, nil, 2, rand.New(rand.NewPCG(seed, 3)), choose, show)
}

// chooseMove prefers to build or use a power. It settles while the column is short and travels once
// it is long. It samples at most 12 moves.
func chooseMove(s engine.State, legal []engine.Move, r *rand.Rand) engine.Move {
	best, value := legal[0], -1<<30
	v := s.View(legal[0].Seat).(*game.View)
	me := &v.Players[legal[0].Seat-1]
	settled := 9
	if me.Pawn != game.NoPeople {
		settled = len(me.Sites[me.Pawn-1].Column)
	}
	for range min(len(legal), 12) {
		m := legal[r.IntN(len(legal))]
		n := s.Describe(m).Rank
		switch game.Game.Info().VerbInfo(m.Verb).Name {
		case "build", "steal", "skip":
			n += 1000
		case "settle":
			n += 400 - 80*settled
		case "travel":
			n += 60 * (settled - 4)
		case "migrate":
			n -= 100
		case "end":
			n += 100 - 30*me.Hand
		}
		if n > value {
			best, value = m, n
		}
	}
	return best
}

// playUntil returns seat 1's view of the first position of a keen game that stop accepts, or of the
// last position.
func playUntil(tb testing.TB, seed uint64, stop func(v *game.View, i int) bool) *game.View {
	tb.Helper()
	var last *game.View
	eachPosition(tb, seed, true, func(s engine.State, i int) bool {
		last = s.View(1).(*game.View)
		return !stop(last, i)
	})
	return last
}

// lateView returns a position with high totals and long columns.
func lateView(tb testing.TB, seed uint64) *game.View {
	return playUntil(tb, seed, func(v *game.View, i int) bool {
		return v.Players[0].Total >= 9 && v.Players[1].Total >= 9 && v.Stage == game.Acting && v.Players[0].Hand > 4
	})
}
