package choice

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/control"
	"amytis/bot/games"
	"amytis/engine"
)

func FuzzParsePick(f *testing.F) {
	f.Add("3/0")
	f.Add("3/12/small/2:k7.3:red")
	f.Add("-1/0//")
	f.Fuzz(func(t *testing.T, arg string) {
		if p, ok := ParsePick(arg); ok {
			again, ok := ParsePick(p.Arg())
			require.True(t, ok)
			require.Equal(t, p, again)
		}
	})
}

// TestEveryMoveCanBeChosenInSteps answers the questions as a random legal move would, at a random
// position of each game.
func TestEveryMoveCanBeChosenInSteps(t *testing.T) {
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
				require.LessOrEqual(
					t,
					len(control.Control{Action: control.Pick, Table: 1 << 62, Version: 1 << 20, Arg: p.Arg()}.ID()),
					control.MaxCustomID,
				)
				require.Less(t, steps, 10)
			}
		})
	}
}

func TestEveryMoveOfTheCursorFitsACustomID(t *testing.T) {
	for _, g := range games.All {
		rapid.Check(t, func(t *rapid.T) {
			for _, m := range someMoves(t, g) {
				if UsesCursor(g.Info(), m) {
					text := string(g.AppendMove(nil, m)[2:])
					require.LessOrEqual(
						t,
						len(
							control.Control{
								Action:  control.Cursor,
								Table:   1 << 62,
								Version: 1 << 20,
								Arg:     "w " + text,
							}.ID(),
						),
						control.MaxCustomID,
					)
				}
			}
		})
	}
}

// someMoves returns the legal moves of a random subcommand at a random position.
func someMoves(t *rapid.T, g games.Entry) []engine.Move {
	in := g.Info()
	r := rand.New(rand.NewPCG(rapid.Uint64Range(0, 30).Draw(t, "game"), 1))
	seats := make([]engine.SeatInfo, in.MinSeats)
	options := engine.Options{}
	for _, o := range in.Options {
		if o.Kind == engine.OptionWord {
			options[o.Name] = rapid.SampledFrom(o.Values).Draw(t, o.Name)
		}
	}
	setup := g.Deal(options, seats, r)
	moves, _, err := g.Playout(options, seats, setup, r)
	require.NoError(t, err)
	s, _, err := g.Replay(options, seats, setup, moves[:rapid.IntRange(0, len(moves)-1).Draw(t, "moves before")])
	require.NoError(t, err)
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
