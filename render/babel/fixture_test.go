package babel

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render/rendertest"
)

// eachPosition plays a game and shows every position until show returns false.
func eachPosition(tb testing.TB, seed uint64, show func(s engine.State, i int) (more bool)) {
	tb.Helper()
	rendertest.Play(tb, game.Game, nil, 2, rand.New(rand.NewPCG(seed, 3)), choose, show)
}

// choose prefers to build or use a power, so that temples get high and the game ends. It settles
// while the column is short and travels once it is long. It samples at most 12 moves.
func choose(s engine.State, turn []engine.Seat, r *rand.Rand) engine.Move {
	seat := turn[r.IntN(len(turn))]
	if seat == engine.Chance {
		return s.Chance(r)
	}
	legal := s.Legal(seat, nil)
	me := &s.View(seat).(*game.View).Players[seat-1]
	settled := 9
	if me.Pawn != game.NoPeople {
		settled = len(me.Sites[me.Pawn-1].Column)
	}
	bonus := map[string]int{"build": 1000, "steal": 1000, "skip": 1000, "settle": 400 - 80*settled,
		"travel": 60 * (settled - 4), "migrate": -100, "end": 100 - 30*me.Hand}
	return rendertest.Best(s, legal, min(len(legal), 12), r, func(m engine.Move) int {
		return bonus[game.Game.Info().VerbInfo(m.Verb).Name]
	})
}

// playUntil returns seat 1's view of the first position of a keen game that stop accepts, or of the
// last position.
func playUntil(tb testing.TB, seed uint64, stop func(v *game.View, i int) bool) *game.View {
	tb.Helper()
	var last *game.View
	eachPosition(tb, seed, func(s engine.State, i int) bool {
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
