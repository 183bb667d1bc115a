package choice

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/discord/control"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
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
		in, states := g.Info(), statesOf(t, g)
		rapid.Check(t, func(t *rapid.T) {
			moves := someMoves(t, in, states)
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
		states := statesOf(t, g)
		rapid.Check(t, func(t *rapid.T) {
			for _, m := range someMoves(t, g.Info(), states) {
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
func someMoves(t *rapid.T, in *engine.Info, states []engine.State) []engine.Move {
	s := rapid.SampledFrom(states).Draw(t, "position")
	turn := s.Turn().Slice()
	if turn[0] == engine.Chance {
		t.Skip("a chance move is next")
	}
	legal := rapid.SampledFrom(Subcommands(in)).Draw(t, "subcommand").among(s.Legal(turn[0], nil))
	if len(legal) == 0 {
		t.Skip("the subcommand has no legal move")
	}
	return legal
}

// statesOf returns the positions of a random game with each value of each option.
func statesOf(t *testing.T, g games.Entry) (states []engine.State) {
	sets := []engine.Options{nil}
	for _, o := range g.Info().Options {
		for _, value := range o.Values {
			sets = append(sets, engine.Options{o.Name: value})
		}
	}
	for _, options := range sets {
		if g.Info().CheckOptions(options) != nil {
			continue
		}
		p := playtest.Play(t, g, options, g.Info().MinSeats)
		s := p.At(t, 0).State
		for _, m := range p.Moves {
			states = append(states, s)
			var err error
			s, err = s.Apply(m)
			require.NoError(t, err)
		}
	}
	return states
}
