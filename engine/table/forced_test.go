package table_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/engine/towers"
)

// forcedPositions calls f where a seat has only one step, and checks that Forced tells all of them.
func forcedPositions(t *testing.T, f func(l *log, seat engine.Seat, forced table.Forced)) (found int) {
	t.Helper()
	for _, g := range []engine.Game{gardens.Game, babel.Game, towers.Game} {
		for seed := range longrun.Choose[uint64](2, 4) {
			r := rand.New(rand.NewPCG(seed, 9))
			l := seated(t, g)
			for at := noon; l.table.Status == table.Running; at += 1000 {
				if l.table.Turn().Has(engine.Chance) {
					l.do(table.Move(g, l.table.State.Chance(r), 0, at))
					continue
				}
				for _, seat := range l.table.Turn().Slice() {
					forced, ok := l.table.Forced(seat)
					only := len(l.table.State.Legal(seat, nil)) == 1
					if !ok {
						require.True(t, !only || l.table.State.Describe(l.table.State.Legal(seat, nil)[0]).Loss != "",
							"%s: one step is not told", g.Info().ID)
						continue
					}
					require.True(t, only, "%s: there is another step", g.Info().ID)
					require.Equal(t, l.table.State.Legal(seat, nil)[0], forced.Move)
					require.GreaterOrEqual(t, forced.Since, l.table.Waits[seat].Since)
					found++
					f(l, seat, forced)
				}
				seat := l.table.Turn().Slice()[0]
				sound := l.table.State.Sound(seat, nil)
				l.do(table.Move(g, sound[r.IntN(len(sound))], l.table.Player(seat).User, at))
			}
			for i := range l.table.Players {
				_, ok := l.table.Forced(engine.Seat(i + 1))
				require.False(t, ok, "the game is over")
			}
		}
	}
	return found
}

func TestForcedStepsAreAllPositionsWithOneLegalMoveThatLosesNothing(t *testing.T) {
	begins, ends, noChoice := 0, 0, 0
	found := forcedPositions(t, func(l *log, seat engine.Seat, f table.Forced) {
		switch {
		case f.Begins:
			begins++
			require.Zero(t, l.table.Ended(f.Move))
		case l.table.Ended(f.Move).Has(seat):
			ends++
			require.True(t, l.table.NoChoice(seat), "there was no choice")
		}
		if l.table.NoChoice(seat) {
			noChoice++
		}
	})
	t.Log("forced", found, "begins", begins, "ends", ends, "no choice", noChoice)
	require.Greater(t, begins, 20, "the draws of Babel")
	require.Greater(t, ends, 20)
	require.GreaterOrEqual(t, noChoice, ends)
	require.Less(t, noChoice, found)
}

// TestAutomaticStepIsThatOfThePlayerAndDoesNotShowThatTheyAreThere compares it with the player's.
func TestAutomaticStepIsThatOfThePlayerAndDoesNotShowThatTheyAreThere(t *testing.T) {
	forcedPositions(t, func(l *log, seat engine.Seat, f table.Forced) {
		was := *l.table
		was.Skipped[seat] = 2
		e := was.PlayForced(f, f.Since+7)
		require.Equal(t, was.Player(seat).User, e.By)
		require.True(t, e.Auto, "it is marked")
		auto := got(was.Next(e))(t)
		own := got(was.Next(table.Move(was.Game, f.Move, e.By, e.At)))(t)
		require.True(t, auto.State.Equal(own.State), "it leads to the same position")
		require.Equal(t, own.Acted, auto.Acted, "controls for the position before are outdated")
		require.Equal(t, own.Waits, auto.Waits)
		require.Equal(t, 0, own.Skipped[seat])
		require.Equal(t, 2, auto.Skipped[seat])
		require.True(t, auto.Moves[len(auto.Moves)-1].Auto, "it is marked")
		require.False(t, own.Moves[len(own.Moves)-1].Auto, "the player's own is not")
		a := got(auto.Record())(t)
		o := got(own.Record())(t)
		require.Equal(t, o, a, "the record does not tell")

		data := got(e.Append(nil))(t)
		read := got(table.ParseEvent(data))(t)
		require.Equal(t, e, read)
		e.Auto = false
		data = got(json.Marshal(e))(t)
		require.NotContains(t, string(data), `"f"`)
	})
}

func TestNoStepIsForcedAfterAnUndoUntilThePlayerActs(t *testing.T) {
	undone := 0
	forcedPositions(t, func(l *log, seat engine.Seat, f table.Forced) {
		user := l.table.Player(seat).User
		if f.Begins {
			return
		}
		after, err := l.table.Next(table.Undo(seat, user, f.Since+5))
		if err != nil {
			return // the last step is final
		}
		undone++
		_, ok := after.Forced(seat)
		require.False(t, ok, "no step is forced")
		require.False(t, after.NoChoice(seat), "the player has a choice")
		last := l.table.Moves[len(l.table.Moves)-1]
		if last.Move.Seat != seat {
			return
		}
		again := got(after.Next(table.Move(after.Game, last.Move, user, f.Since+6)))(t)
		now, ok := again.Forced(seat)
		require.True(t, ok, "the player has acted again")
		require.Equal(t, table.Forced{Move: f.Move, Since: f.Since + 6}, now)
	})
	require.Greater(t, undone, 10)
}

func TestNoStepOfAComputerOrAgainstAClockIsForced(t *testing.T) {
	quick := newGame(t, "towers mode=quick limit=3600 Bo Cleo")
	for i := range quick.table.Players {
		_, ok := quick.table.Forced(engine.Seat(i + 1))
		require.False(t, ok, "against a clock no step is forced")
	}
	drawing := newGame(t, "babel limit=3600 Bo")
	seat := drawing.table.Turn().Slice()[0]
	f, ok := drawing.table.Forced(seat)
	require.True(t, ok, "the draw is forced")
	require.True(t, f.Begins, "the turn begins")
	require.False(t, drawing.table.NoChoice(seat), "there is a choice after the draw")
	drawing.do(table.Replace(seat, table.Player{User: table.ComputerID(1, 1), Name: "Nabu"}, 0, noon))
	_, ok = drawing.table.Forced(seat)
	require.False(t, ok, "no step of a computer is forced")
}
