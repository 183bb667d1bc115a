package bot

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/games"
	"amytis/bot/text"
	"amytis/engine"
)

func FuzzParsePick(f *testing.F) {
	f.Add("3/0")
	f.Add("3/12/small/2:k7.3:red")
	f.Add("-1/0//")
	f.Fuzz(func(t *testing.T, arg string) {
		if p, ok := parsePick(arg); ok {
			again, ok := parsePick(p.arg())
			require.True(t, ok)
			require.Equal(t, p, again)
		}
	})
}

// TestEveryMoveCanBeChosenInSteps answers the questions about moves of random
// positions of all games as each of them would.
func TestEveryMoveCanBeChosenInSteps(t *testing.T) {
	for _, g := range games.All {
		in := g.Info()
		rapid.Check(t, func(t *rapid.T) {
			moves := someMoves(t, g)
			m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
			p := pick{sub: 1}
			for steps := 0; ; steps++ {
				left := p.left(in, moves)
				require.Contains(t, left, m)
				q, open := nextQuestion(in, left)
				if !open {
					require.Equal(t, []engine.Move{m}, left)
					return
				}
				p.answers = append(p.answers, q.answer(in, m))
				require.Less(t, len(p.left(in, moves)), len(left))
				require.LessOrEqual(t, len(control{actPick, 1 << 40, 1 << 20, p.arg()}.id()), maxCustomID)
				require.Less(t, steps, 10)
			}
		})
	}
}

// TestEveryGhostFitsItsControls wanders about with the cursor.
func TestEveryGhostFitsItsControls(t *testing.T) {
	for _, g := range games.All {
		rapid.Check(t, func(t *rapid.T) {
			for _, m := range someMoves(t, g) {
				if aimed(g.Info(), m) {
					text := string(g.AppendMove(nil, m)[2:])
					require.LessOrEqual(t, len(control{actCursor, 1 << 40, 1 << 20, "w " + text}.id()), maxCustomID)
				}
			}
		})
	}
}

// someMoves are the legal moves of a subcommand at a random position.
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
		t.Skip("chance is awaited")
	}
	legal := s.Legal(turn[0], nil)
	sub := rapid.SampledFrom(subcommands(in)).Draw(t, "subcommand")
	legal = slices.DeleteFunc(legal, func(m engine.Move) bool { return !slices.Contains(sub.verbs, m.Verb) })
	if len(legal) == 0 {
		t.Skip("nothing of the kind is legal")
	}
	return legal
}

func TestAPageOfAMenuLeadsOnAndRoundAgain(t *testing.T) {
	for _, c := range []struct{ size, pages int }{{25, 1}, {26, 2}, {48, 2}, {49, 3}} {
		all := make([]discordgo.SelectMenuOption, c.size)
		for i := range all {
			all[i].Value = strconv.Itoa(i)
		}
		r := &request{words: text.For("en")}
		var shown []string
		for page := range c.pages {
			for _, o := range r.pageOf(all, page) {
				if o.Value != morePage {
					shown = append(shown, o.Value)
				}
			}
		}
		require.Len(t, shown, c.size)
		require.Equal(t, r.pageOf(all, 0), r.pageOf(all, c.pages))
	}
}
