package towers

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render/rendertest"
)

// weights says how often each verb is chosen if there is a choice.
var weights = map[string]int{
	"tower": 600, "bridge": 100, "small": 140, "large": 50, "swap": 10, "turn": 20, "take": 2, "stuck": 1, "done": 600,
}

// eachPosition plays a game of random moves and shows every position until show returns false. It
// leaves out moves that lead nowhere.
func eachPosition(tb testing.TB, seats int, seed uint64, opts engine.Options,
	show func(s engine.State, i int) (more bool)) {
	tb.Helper()
	rendertest.Play(tb, game.Game, opts, seats, rand.New(rand.NewPCG(seed, 3)), choose, show)
}

// choose picks a verb by its weight, and the best of some moves with it. In the quick game, where
// most moves are far from the building, it looks at more.
func choose(s engine.State, turn []engine.Seat, r *rand.Rand) engine.Move {
	sound := s.Sound(turn[r.IntN(len(turn))], nil)
	byVerb := map[string][]engine.Move{}
	for _, m := range sound {
		verb := game.Game.Info().VerbInfo(m.Verb).Name
		byVerb[verb] = append(byVerb[verb], m)
	}
	sum := 0
	for verb := range byVerb {
		sum += weights[verb]
	}
	at := r.IntN(sum)
	looks := 3
	if s.View(0).(*game.View).Quick {
		looks = 250
	}
	for _, info := range game.Game.Info().Verbs {
		moves := byVerb[info.Name]
		if len(moves) == 0 {
			continue
		}
		if at -= weights[info.Name]; at < 0 {
			return rendertest.Best(s, moves, looks, r, nil)
		}
	}
	return sound[0]
}

func options(quick, expert bool) engine.Options {
	opts := engine.Options{"mode": "tactical", "expert": "false"}
	if quick {
		opts["mode"] = "quick"
	}
	if expert {
		opts["expert"] = "true"
	}
	return opts
}

// playUntil returns seat 1's view of the first position that stop accepts, or of the last position.
func playUntil(tb testing.TB, seats int, seed uint64, quick bool, stop func(v *game.View) bool) *game.View {
	tb.Helper()
	var last *game.View
	eachPosition(tb, seats, seed, options(quick, false), func(s engine.State, _ int) bool {
		last = s.View(1).(*game.View)
		return !stop(last)
	})
	return last
}

// lateView returns a position near the end of a tactical turn when most pieces are placed. In a
// quick game it returns one from a round after the first, before that round ends.
func lateView(tb testing.TB, seats int, quick bool) *game.View {
	return playUntil(tb, seats, 6, quick, func(v *game.View) bool {
		left := 0
		for i := range v.Players {
			left += v.Players[i].Towers
		}
		if quick {
			return v.Round > 1 && left < 7*seats
		}
		return v.MayEnd && left < 6*seats
	})
}
