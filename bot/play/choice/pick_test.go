package choice

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/discord/control"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/longrun"
)

func TestMain(m *testing.M) {
	longrun.FewerChecks()
	m.Run()
}

func FuzzParsePick(f *testing.F) {
	f.Add("3/0")
	f.Add("3/12/small/2:k7.3:red")
	f.Add("-1/0//")
	f.Fuzz(func(t *testing.T, arg string) {
		if p, ok := ParsePick(arg); ok {
			again, ok := ParsePick(p.Arg())
			require.True(t, ok, "its own text is no pick: %s", p.Arg())
			require.Equal(t, p, again)
		}
	})
}

// TestEveryMoveCanBeChosenInSteps answers the questions as a random legal move would, at a random
// position of each game.
func TestEveryMoveCanBeChosenInSteps(t *testing.T) {
	t.Parallel()
	for _, g := range games.All {
		in := g.Info()
		rapid.Check(t, func(t *rapid.T) {
			moves := someMoves(t, g)
			m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
			p := Pick{Sub: 1}
			for steps := 0; ; steps++ {
				left := p.Left(in, moves)
				require.Contains(t, left, m)
				q, open := NextQuestion(in, left)
				if !open {
					require.Equal(t, []engine.Move{m}, left)
					return
				}
				p.Answers = append(p.Answers, q.Answer(in, m))
				require.Less(t, len(p.Left(in, moves)), len(left))
				requireFits(t, control.Pick, p.Arg())
				require.Less(t, steps, 10)
			}
		})
	}
}

func TestEveryMoveOfTheCursorFitsACustomID(t *testing.T) {
	t.Parallel()
	for _, g := range games.All {
		rapid.Check(t, func(t *rapid.T) {
			for _, m := range someMoves(t, g) {
				if UsesCursor(g.Info(), m) {
					requireFits(t, control.Cursor, "w "+string(g.AppendMove(nil, m)[2:]))
				}
			}
		})
	}
}

// requireFits has a control with large numbers.
func requireFits(t *rapid.T, action, arg string) {
	c := control.Control{Action: action, Table: 1 << 62, Version: 1 << 20, Mark: 1<<24 - 1, Arg: arg}
	require.LessOrEqual(t, len(c.ID()), control.MaxCustomID)
}

// someMoves returns the legal moves of a random subcommand at a random position.
func someMoves(t *rapid.T, g games.Entry) []engine.Move {
	in := g.Info()
	seed := rapid.Uint64Range(0, longrun.Choose[uint64](4, 30)).Draw(t, "game")
	options := engine.Options{}
	for _, o := range in.Options {
		if o.Kind == engine.OptionWord {
			options[o.Name] = rapid.SampledFrom(o.Values).Draw(t, o.Name)
		}
	}
	states := randomStates(t, g, options, seed)
	s := states[rapid.IntRange(0, len(states)-1).Draw(t, "moves before")]
	turn := s.Turn().Slice()
	if turn[0] == engine.Chance {
		t.Skip("a chance move is next")
	}
	legal := s.Legal(turn[0], nil)
	sub := rapid.SampledFrom(Subcommands(in)).Draw(t, "subcommand")
	legal = slices.DeleteFunc(legal, func(m engine.Move) bool { return !slices.Contains(sub.Verbs, m.Verb) })
	if len(legal) == 0 {
		t.Skip("the subcommand has no legal move")
	}
	return legal
}

// played holds the games of randomStates, since the tests ask for the same ones again and again.
var played sync.Map

// randomStates returns the states of a random game before each of its moves.
func randomStates(t *rapid.T, g games.Entry, options engine.Options, seed uint64) []engine.State {
	key := fmt.Sprint(g.Info().ID, options, seed)
	if states, found := played.Load(key); found {
		return states.([]engine.State)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	seats := make([]engine.SeatInfo, g.Info().MinSeats)
	setup := g.Deal(options, seats, r)
	moves, _, err := g.Playout(options, seats, setup, r)
	require.NoError(t, err)
	s, err := g.Start(options, seats, setup)
	require.NoError(t, err)
	states := make([]engine.State, 0, len(moves))
	for _, m := range moves {
		states = append(states, s)
		s, err = s.Apply(m)
		require.NoError(t, err)
	}
	played.Store(key, states)
	return states
}
