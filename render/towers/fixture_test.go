package towers

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/towers"

	"github.com/stretchr/testify/require"
)

// weights are how often verbs are chosen where there is a choice.
var weights = map[string]int{
	"tower": 600, "bridge": 100, "small": 140, "large": 50, "swap": 10, "turn": 20, "take": 2, "stuck": 1, "done": 600,
}

// eachPosition plays a game by chance, without moves that lead nowhere, and
// shows its positions, the first and the last among them, until show has enough.
func eachPosition(tb testing.TB, seats int, seed uint64, opts engine.Options, show func(s engine.State, i int) (more bool)) {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	infos := make([]engine.SeatInfo, seats)
	s, err := game.Game.Start(opts, infos, game.Game.Deal(opts, infos, r))
	require.NoError(tb, err)
	var sound []engine.Move
	for i := 0; show(s, i); i++ {
		turn := s.Turn().Slice()
		if len(turn) == 0 {
			return
		}
		sound = s.Sound(turn[r.IntN(len(turn))], sound[:0])
		s, err = s.Apply(choose(s, sound, r))
		require.NoError(tb, err)
	}
}

// choose takes a verb by its weight, and of some moves with it the best.
func choose(s engine.State, sound []engine.Move, r *rand.Rand) engine.Move {
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
	for _, info := range game.Game.Info().Verbs {
		moves := byVerb[info.Name]
		if len(moves) == 0 {
			continue
		}
		if at -= weights[info.Name]; at < 0 {
			return best(s, moves, r)
		}
	}
	return sound[0]
}

// best looks at more moves in quick, where most of them are far from what is
// built.
func best(s engine.State, moves []engine.Move, r *rand.Rand) engine.Move {
	choice, rank := moves[0], -1<<30
	looks := 3
	if s.View(0).(*game.View).Quick {
		looks = 250
	}
	for range looks {
		m := moves[r.IntN(len(moves))]
		if n := s.Describe(m).Rank; n > rank {
			choice, rank = m, n
		}
	}
	return choice
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

// played is the first position of a game that stop accepts, as seat 1 sees it;
// the last if it accepts none.
func played(tb testing.TB, seats int, seed uint64, quick bool, stop func(v *game.View) bool) *game.View {
	tb.Helper()
	var last *game.View
	eachPosition(tb, seats, seed, options(quick, false), func(s engine.State, _ int) bool {
		last = s.View(1).(*game.View)
		return !stop(last)
	})
	return last
}

// late is a position some way in: the end of a tactical turn when most pieces
// are placed, or a quick round after the first, before its end.
func late(tb testing.TB, seats int, quick bool) *game.View {
	return played(tb, seats, 6, quick, func(v *game.View) bool {
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
