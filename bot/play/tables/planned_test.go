package tables_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
)

// planTurn starts a game of Babylon in which seat 2 plans a turn of several steps.
func (w *program) planTurn() (id table.ID, turn []string) {
	w.Helper()
	id = w.StartGardens(nil)
	for !w.Table(id).MayPlan(2) {
		w.Act(id, w.firstLegalMove)
	}
	for seed := 0; len(turn) < 4; seed++ {
		turn = playtest.Turn(w, w.Table(id), 2, playtest.Rand(seed))
	}
	w.Act(id, func(t *table.Table) ([]table.Event, error) {
		e := table.PlanTurn(2, [][]string{turn}, true, t.Player(2).User, w.Now())
		return []table.Event{e}, t.CheckPlan(e)
	})
	return id, turn
}

// endTurn has seat 1 pass its turn, and announces the one of seat 2.
func (w *program) endTurn(id table.ID) {
	w.Helper()
	w.Do(id, func(t *table.Table) table.Event { return table.Move(t.Game, engine.SkipMove(1), anna, w.Now()) })
	then := w.Table(id)
	told := tables.Account{Message: store.Entry{Table: id}, After: then, Calls: then.Turn()}
	var err error
	told.Automatic, err = w.Tables.Forced.NoChoice(w.Context(), then, then.Turn())
	require.NoError(w, err)
	require.Equal(w, engine.Seats(2), told.Automatic)
	pinged, _, err := w.Tables.Alerts().Decide(w.Context(), told, true)
	require.NoError(w, err)
	require.Zero(w, pinged)
	require.NotZero(w, w.Table(id).Waits[2].PingHeld)
}

// called counts the calls of players.
func (w *program) called(id table.ID) (n int) {
	w.Helper()
	for _, event := range w.happened(id) {
		if strings.HasSuffix(event, " "+string(table.Called)) {
			n++
		}
	}
	return n
}

func TestPlannedTurnIsPlayedOnceAfterItsGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := work(t, s)
		id, turn := w.planTurn()
		pause(10 * time.Minute)
		require.Empty(t, w.automatic(id), "the turn has not begun")
		w.endTurn(id)
		posts := w.Posts(tables.PostTable)
		for range 3 {
			other := work(t, s)
			defer other.End()
		}
		pause(25 * time.Second)
		require.Empty(t, w.automatic(id))
		w.End() // restarted within the grace
		w = work(t, s)
		defer w.End()
		pause(7 * time.Second)
		require.Equal(t, turn, w.automatic(id))
		now := w.Table(id)
		require.Equal(t, engine.Seats(1), now.Turn())
		for _, m := range now.Moves[len(now.Moves)-len(turn):] {
			require.Equal(t, now.Moves[len(now.Moves)-1].At, m.At, "all steps in one commit")
			require.Equal(t, 1, m.Choice)
		}
		require.Equal(t, posts+1, w.Posts(tables.PostTable))
		require.Zero(t, w.called(id))
		pause(10 * time.Minute)
		require.Equal(t, turn, w.automatic(id))
	})
}

func TestOneStepOrDropStopsAPlannedTurn(t *testing.T) {
	for name, stop := range map[string]func(t *table.Table, at int64) table.Event{
		"drop": func(t *table.Table, at int64) table.Event { return table.PlanTurn(2, nil, true, t.Player(2).User, at) },
		"step": func(t *table.Table, at int64) table.Event {
			return table.Move(t.Game, t.State.Legal(2, nil)[0], t.Player(2).User, at)
		},
	} {
		t.Run(name, func(t *testing.T) {
			sweeping(t, func(w *program) {
				w.Limit = 0
				id, _ := w.planTurn()
				w.endTurn(id)
				pause(20 * time.Second)
				w.Do(id, func(t *table.Table) table.Event { return stop(t, w.Now()) })
				pause(time.Hour)
				require.Empty(w, w.automatic(id))
				require.Zero(w, w.called(id), "the player knows")
				require.Equal(w, engine.Seats(2), w.Table(id).Turn())
			})
		})
	}
}

// TestPlannedTurnComesBeforeItsLimitAndAfterAnAbsence has 10 seconds left, then no program run.
func TestPlannedTurnComesBeforeItsLimitAndAfterAnAbsence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := work(t, s)
		id, turn := w.planTurn()
		w.endTurn(id)
		w.Do(id, func(*table.Table) table.Event { return table.Extend(2, w.Now()+10_000, w.Now()) })
		pause(15 * time.Second)
		require.Equal(t, turn, w.automatic(id))

		pause(time.Minute)
		w.Limit = 0
		id, turn = w.planTurn()
		pause(time.Minute)
		w.endTurn(id)
		pause(10 * time.Second)
		w.End()
		pause(3 * time.Hour)
		w = work(t, s)
		defer w.End()
		pause(10 * time.Second)
		require.Empty(t, w.automatic(id), "the player could not drop it meanwhile")
		pause(time.Minute)
		require.Equal(t, turn, w.automatic(id))
	})
}
