package choice

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/discord/control"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/engine"
	"amytis/engine/longrun"
)

// TestNextPieceIsOfferedBesideTheLastOne looks at towers in a random game: the next is offered one
// step from the last at the best place, in the quick game in the zone that counts.
func TestNextPieceIsOfferedBesideTheLastOne(t *testing.T) {
	towers := games.All[slices.IndexFunc(games.All, func(g games.Entry) bool { return g.Info().ID == "towers" })]
	quick := playtest.Play(t, towers, engine.Options{"mode": "quick"}, 3)
	for n, m := range quick.Moves[:60] {
		at := quick.At(t, n+1)
		class := func(m engine.Move) int { return at.State.Describe(m).Rank / engine.RankClass }
		if spots := rank(at, m.Seat).Best(Subcommand{Verbs: []engine.Verb{m.Verb}}); len(spots) > 0 {
			require.Equal(t, class(spots[0]), class(Beside(at, m, spots)), "after %d moves", n+1)
		}
	}
	p := playtest.Play(t, towers, nil, 3)
	in := p.Info()
	beside := 0
	for n, m := range p.Moves[:60] {
		at := p.At(t, n+1)
		spots := rank(at, m.Seat).Best(Subcommand{Verbs: []engine.Verb{m.Verb}})
		if len(in.VerbInfo(m.Verb).Axes) == 0 || len(spots) == 0 {
			continue
		}
		got := Beside(at, m, spots)
		if got == spots[0] {
			continue
		}
		beside++
		var near []engine.Move
		for _, axis := range in.VerbInfo(m.Verb).Axes {
			for _, by := range []int{1, -1} {
				if next, _ := at.State.Aim(m, axis, by); in.Reversible(axis) && slices.Contains(spots, next) {
					near = append(near, next)
					require.LessOrEqual(t, slices.Index(spots, got), slices.Index(spots, next))
				}
			}
		}
		require.Contains(t, near, got, "it is not one step from %v", m)
	}
	require.Greater(t, beside, 5)
}

// TestStepsOfTheCursorKeepTheBestWay goes about with the cursor of every game. No legal move at the
// place where a step ends is better, and the next place is another one with its best move.
func TestStepsOfTheCursorKeepTheBestWay(t *testing.T) {
	better, jumps := 0, 0
	for _, g := range games.All {
		in := g.Info()
		p := playtest.Play(t, g, nil, in.MinSeats)
		for n := 0; n < len(p.Moves); n += 5 {
			at, seat := p.At(t, n), p.Moves[n].Seat
			if seat == engine.Chance || !UsesCursor(in, p.Moves[n]) {
				continue
			}
			legal := rank(at, seat)
			place, spots := argsOf(in, p.Moves[n].Verb, isPlace), legal.Best(Subcommand{Verbs: []engine.Verb{p.Moves[n].Verb}})
			best := func(m engine.Move) engine.Move {
				i := slices.IndexFunc(spots, func(spot engine.Move) bool { return place.only(spot) == place.only(m) })
				if i < 0 {
					return m
				}
				return spots[i]
			}
			rankOf := func(m engine.Move) int { return at.State.Describe(m).Rank }
			for _, ghost := range []engine.Move{spots[0], p.Moves[n], spots[len(spots)-1]} {
				for _, step := range in.Steps[0] {
					next := MoveCursor(at, legal, ghost, step.Name)
					if in.Reversible(step.Axis) && place.only(next) != place.only(ghost) && slices.Contains(spots, next) {
						better++
						require.Equal(t, rankOf(best(next)), rankOf(next), "%v by %s: no other argument must lead to a better move", ghost, step.Name)
					}
				}
				if next := MoveCursor(at, legal, ghost, NextLegal); len(Places(in, spots)) > 1 {
					jumps++
					require.NotEqual(t, place.only(ghost), place.only(next))
					require.Equal(t, best(next), next)
				}
			}
		}
	}
	require.Greater(t, better, 50)
	require.Greater(t, jumps, 20)
}

func TestTheNextLegalPlaceIsTheOneMostLikeTheGhost(t *testing.T) {
	g := games.All[0]
	moves, err := ParseMoves(g, []string{
		"1 place GR2 d3 r0 L1", "1 place GR2 c4 r0 L2", "1 place GR2 c3 r2 L2", "1 place GR2 c3 r1 L2",
	})
	require.NoError(t, err)
	require.Equal(t, moves[2], nearest(g, moves[:3], moves[3]))
}

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

// TestEveryMoveCanBeChosenInSteps answers the questions as a random legal move would.
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
