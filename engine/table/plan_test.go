package table_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/engine/towers"
)

// seated starts a game of the fewest people with a limit.
func seated(t *testing.T, g engine.Game) *log {
	return newGame(t, g.Info().ID+" limit=3600"+[]string{2: " Bo", 3: " Bo Cleo"}[g.Info().MinSeats])
}

func TestACopyIsForItsPlannerAlone(t *testing.T) {
	for _, g := range []engine.Game{gardens.Game, babel.Game, towers.Game} {
		l := seated(t, g)
		l.playSoundly(func(t *table.Table) bool {
			_, ok := t.State.Foresee(2, chance())
			return ok && len(t.Moves) > 40
		})
		l.refused(table.RefusedLog, table.Foresee(l.table.Turn().Slice()[0], 50), table.Foresee(0, 50))
		real, foresee := l.table, table.Foresee(2, 50)
		l.do(foresee)
		require.EqualValues(t, 2, l.table.Planner)
		require.True(t, l.table.Turn().Has(2), "the planner is in turn")
		require.Equal(t, real.Moves, l.table.Moves)
		again := got(real.Next(foresee))(t)
		require.True(t, again.State.Equal(l.table.State), "the same copy once more")

		_, err := l.table.Record()
		require.Error(t, err)
		m := l.table.State.Mind().Draw(2, chance())
		l.do(table.Move(g, m, l.table.Player(2).User, 51))
		l.refused(table.RefusedLog, table.Undo(2, l.table.Player(2).User, 52))

		_, err = foresee.Append(nil)
		require.Error(t, err)
		_, err = table.ParseEvent([]byte(`{"k":"foresee","t":1,"e":2}`))
		require.Error(t, err)
	}
}

// drawTurn draws a turn that a seat plans at a table, as lines of the notation.
func drawTurn(t *testing.T, now *table.Table, seat engine.Seat, r engine.Rand) (lines []string) {
	now = got(now.Next(table.Foresee(seat, 1)))(t)
	for ended := engine.SeatSet(0); !ended.Has(seat); {
		m := now.State.Mind().Draw(seat, r)
		lines, ended = append(lines, string(now.Game.AppendMove(nil, m))), now.Ended(m)
		now = got(now.Next(table.Move(now.Game, m, 0, 2)))(t)
	}
	return lines
}

// planned is a plan with the table at which it was made.
type planned struct {
	at    *table.Table
	turns [][]string
}

// playPlans plays random games of Babylon. Seats that wait plan now and then, sometimes lines that
// nobody can read. It calls turn when the turn of a seat with a plan comes.
func playPlans(t *testing.T, seeds uint64, turn func(l *log, seat engine.Seat, p planned, r *rand.Rand)) {
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 4))
		l := newGame(t, "gardens"+[]string{" Bo", " Bo Cleo", " Bo Cleo Dan"}[seed%3])
		add := func(e table.Event) {
			next := got(l.table.Next(e))(t)
			l.table, l.events = next, append(l.events, e)
		}
		plans := map[engine.Seat]planned{}
		for l.table.Status == table.Running {
			seat := engine.Seat(1 + r.IntN(len(l.table.Players)))
			if _, has := plans[seat]; !has && l.table.MayPlan(seat) && r.IntN(3) == 0 {
				p := planned{at: l.table}
				for range 1 + r.IntN(l.table.PlanChoices()) {
					p.turns = append(p.turns, drawTurn(t, l.table, seat, r))
				}
				e := table.PlanTurn(seat, p.turns, r.IntN(2) == 0, l.table.Player(seat).User, 9)
				require.NoError(t, l.table.CheckPlan(e))
				if r.IntN(9) == 0 {
					e.Plan = append(e.Plan, "1 dance;1 end", "", "2 dig", "1 dig a1", "1 end;1 end")
					require.Error(t, l.table.CheckPlan(e))
				}
				plans[seat] = p
				add(e)
				require.Len(t, l.table.Plans[seat].Turns, len(p.turns))
			}
			seat = l.table.Turn().Slice()[0]
			if p, has := plans[seat]; has {
				delete(plans, seat)
				turn(l, seat, p, r)
			}
			add(table.Move(l.table.Game, l.table.State.Mind().Draw(seat, r), l.table.Player(seat).User, 10))
			_, choice, misfit := l.table.PlannedTurn(seat)
			require.Zero(t, choice, "the seat has acted")
			require.Nil(t, misfit)
		}
		l.replays(t)
		require.Equal(t, [engine.MaxSeats + 1]table.Plan{}, l.table.Plans)
	}
}

// brings plays a turn and returns what it brings: the tile and the pillars dug, and the points.
func brings(t *testing.T, now *table.Table, seat engine.Seat, lines []string) (tile gardens.Tile, pillars, points int) {
	t.Helper()
	garden := func() gardens.GardenView { return now.State.View(seat).(*gardens.View).Gardens[seat-1] }
	before := garden()
	for i, line := range lines {
		require.True(t, now.Turn().Has(seat), "the planner is in turn")
		next := got(now.Next(table.MoveText(line, 0, 3)))(t)
		now = next
		if i == 0 {
			tile, pillars = garden().Dug, garden().Singles+2*garden().Doubles-before.Singles-2*before.Doubles
		}
	}
	require.False(t, garden().Building, "the turn is not over")
	return tile, pillars, garden().Score.Total - before.Score.Total
}

func lines(events []table.Event) (lines []string) {
	for _, e := range events {
		lines = append(lines, e.Move)
	}
	return lines
}

func TestAPlannedTurnBringsAtLeastWhatWasPlanned(t *testing.T) {
	played, more, later, asked := 0, 0, 0, 0
	playPlans(t, 24, func(l *log, seat engine.Seat, p planned, _ *rand.Rand) {
		events := l.table.PlayPlanned(seat, 11)
		_, choice, misfit := l.table.PlannedTurn(seat)
		if len(events) == 0 {
			require.Zero(t, choice)
			require.NotNil(t, misfit)
			if misfit.Better.Verb != 0 {
				asked++
				was, is := l.table.State.Describe(misfit.Move), l.table.State.Describe(misfit.Better)
				require.Greater(t, is.Rank, was.Rank)
			}
			return
		}
		played++
		require.Equal(t, p.turns[choice-1], lines(events))
		copied := got(p.at.Next(table.Foresee(seat, 1)))(t)
		tile, pillars, points := brings(t, copied, seat, p.turns[choice-1])
		isTile, isPillars, isPoints := brings(t, l.table, seat, p.turns[choice-1])
		require.Equal(t, tile, isTile)
		require.GreaterOrEqual(t, isPillars, pillars)
		require.GreaterOrEqual(t, isPoints, points)
		if isPillars > pillars {
			more++
		}
		if choice > 1 {
			later++
		}
		for _, e := range events {
			require.Equal(t, table.Event{Kind: table.Moved, At: 11, By: l.table.Player(seat).User, Move: e.Move,
				Auto: true, Choice: choice}, e)
		}
	})
	t.Log("played", played, "with more pillars", more, "later choices", later, "asked", asked)
	for _, n := range []int{played, more, later, asked} {
		require.Greater(t, n, 10)
	}
}

// plannedGame starts Babylon for three with a plan of seat 2, while seat 1 is in turn.
func plannedGame(t *testing.T) (l *log, plan table.Event) {
	l = newGame(t, "gardens limit=3600 standin=1 Bo Cleo")
	l.playSoundly(func(t *table.Table) bool { return t.MayPlan(2) })
	plan = table.PlanTurn(2, [][]string{drawTurn(t, l.table, 2, chance())}, true, l.table.Player(2).User, 6)
	require.NoError(t, l.table.CheckPlan(plan))
	l.do(plan)
	return l, plan
}

// TestPlans has a plan of seat 2, while seat 1 is in turn. It goes with the turn that it is for.
func TestPlans(t *testing.T) {
	scripts(t, []row{
		{"a drop", "planned", `plans 2 = 1; drop 2; plans 2 = 0`},
		{"a resignation", "planned", `resign 2; plans 2 = 0`},
		{"a skip", "planned", `skip 1; plans 2 = 1; skip 2; plans 2 = 0`},
		{"a step", "planned", `skip 1; plans 2 = 1; play 2; plans 2 = 0`},
		{"a new player", "planned", `replace 2 Dan; plans 2 = 0`},
		{"a stand-in", "planned", `
			stand-in 2; plans 2 = 0; bad_log: plan 2; return 2; plans 2 = 0; plan 2; plans 2 = 1`},
		{"the end", "planned", `abort Ana; plans 2 = 0`},
		{"too many", "planned", `
			plan 2; plan 2; plan 2; plan 2; plan 2; plan 2; plan 2; plan_too_often: plan 2
			drop 2; plan_too_often: drop 2; skip 1; plan_your_turn: plan 2`},
	})
}

func TestPlansAreRefused(t *testing.T) {
	l, plan := plannedGame(t)
	copied := got(l.table.Next(table.Foresee(2, 7)))(t)
	require.Empty(t, copied.PlayPlanned(2, 7), "the program plays at no copy")

	waits := l.table.Waits
	l.do(table.Move(l.table.Game, engine.SkipMove(1), 0, 7))
	l.do(table.Move(l.table.Game, engine.SkipMove(2), 0, 8))
	require.Equal(t, 1, l.table.Skipped[2])
	require.NotEqual(t, waits, l.table.Waits)
	waits, acted := l.table.Waits, l.table.Acted
	l.do(plan)
	require.Zero(t, l.table.Skipped[2], "the player is there")
	require.Equal(t, waits, l.table.Waits)
	require.Equal(t, acted, l.table.Acted, "buttons stay valid")
	l.do(table.PlanTurn(2, nil, true, l.table.Player(2).User, 9))

	turn := plan.Plan[0]
	for _, lines := range [][]string{{turn, turn, turn, turn}, {turn, "2 end"}, {"2 dig a1"}, {turn[:len(turn)-1]}} {
		bad := plan
		bad.Plan = lines
		require.Error(t, l.table.CheckPlan(bad), lines)
	}
	for _, g := range []engine.Game{babel.Game, towers.Game} {
		s := seated(t, g)
		s.playSoundly(func(t *table.Table) bool { return t.Turn() == engine.Seats(1) })
		s.refused(table.RefusedLog, plan)
	}
	s := newGame(t, "gardens c12")
	s.playSoundly(func(t *table.Table) bool { return !t.Turn().Has(t.Seat(ana)) && len(t.Moves) > 20 })
	require.False(t, s.table.MayPlan(s.table.Seat(ana)), "computers answer at once")
}
