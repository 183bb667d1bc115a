package tables_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

const cleo table.UserID = 13

// quick starts the quick game of towers with a clock of five minutes.
func (w *program) quick() table.ID { return w.live("300") }

// live starts the quick game of towers with a clock of so many seconds.
func (w *program) live(clock string) table.ID {
	w.Helper()
	g, found := games.Find("towers")
	require.True(w, found, "no game towers")
	return w.Start(g.Game, engine.Options{"mode": "quick", "clock": clock}, []table.UserID{anna, boris, cleo})
}

func (w *program) ready(id table.ID, seats ...engine.Seat) {
	w.Helper()
	for _, seat := range seats {
		w.Do(id, func(t *table.Table) table.Event { return table.ReadyUp(seat, t.Player(seat).User, w.Now()) })
	}
}

func (w *program) build(id table.ID) {
	w.Helper()
	for _, move := range []string{"1 tower 1:a1.1 n", "2 tower 1:c1.1 n", "3 tower 2:e1.1 n"} {
		w.Act(id, func(t *table.Table) ([]table.Event, error) {
			m, err := t.Game.ParseMove(move)
			require.NoError(w, err)
			return []table.Event{table.MoveText(move, t.Player(m.Seat).User, w.Now())}, nil
		})
	}
}

// verify checks that the log of a table says what the store keeps of it.
func (w *program) verify(id table.ID, results int) {
	w.Helper()
	header, log, err := w.Store.Table(w.Context(), id)
	require.NoError(w, err)
	all, err := w.Store.Results(w.Context(), 1, 9)
	require.NoError(w, err)
	require.Len(w, all, results)
	var stored *store.Result
	if results > 0 {
		stored = &all[0]
	}
	require.NoError(w, tables.Verify(id, header, log, stored))
}

func TestARoundThatSomebodyMissesBeginsAtTheEndOfTheLimit(t *testing.T) {
	sweeping(t, func(w *program) {
		id := w.quick()
		until("00:05")
		w.ready(id, 1)
		until("00:59")
		require.Equal(w, []string{"00:00 start", "00:05 ready", "00:48 remind", "00:48 remind"}, w.happened(id))
		require.Equal(w, 1, w.Posts(tables.PostTable))
		until("01:01")
		require.Equal(w, "01:00 begin", w.happened(id)[4])
		require.Equal(w, 2, w.Posts(tables.PostTable), "the players do not expect it, so a new message calls them")
		until("01:06")
		require.Equal(w, []string{"01:05 0 time"}, w.happened(id)[5:])
		s, err := w.Tables.Load(w.Context(), id)
		require.NoError(w, err)
		require.Equal(w, table.Abandoned, s.Table.Status, "nobody has built")
		w.verify(id, 0)
		due, err := w.Store.Due(w.Context(), 1<<60, 9)
		require.NoError(w, err)
		require.Empty(w, due)
	})
}

func TestARoundBeginsAfterTenSecondsIfEverybodyWasActive(t *testing.T) {
	sweeping(t, func(w *program) {
		w.Limit = 0
		id := w.quick()
		until("02:00")
		require.Equal(w, []string{"00:00 start"}, w.happened(id), "the first round waits for everybody")
		w.ready(id, 1, 2, 3)
		w.build(id)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		require.Equal(w, "02:05 0 time", w.happened(id)[7])
		posted := w.Posts(tables.PostTable)
		time.Sleep(12 * time.Second)
		synctest.Wait()
		require.Equal(w, []string{"02:05 begin"}, w.happened(id)[8:])
		require.Equal(w, posted, w.Posts(tables.PostTable), "the round's message says when it begins")
	})
}

func TestAMoveAfterTheCountdownNeedsNoSweep(t *testing.T) {
	idle(t, func(w *program) {
		id := w.quick()
		w.ready(id, 1, 2, 3)
		w.build(id)
		w.Act(id, func(t *table.Table) ([]table.Event, error) { return []table.Event{t.TimeUp(w.Now())}, nil })
		time.Sleep(11 * time.Second)
		w.build(id)
		require.Equal(w, "begin", w.happened(id)[8][6:])
		require.Len(w, w.happened(id), 12)
	})
}

func TestAnUnratedGameHasNoResult(t *testing.T) {
	idle(t, func(w *program) {
		resign := func(id table.ID, seat engine.Seat) {
			w.Act(id, func(t *table.Table) ([]table.Event, error) {
				return []table.Event{table.Move(t.Game, engine.ResignMove(seat), t.Player(seat).User, w.Now())}, nil
			})
		}
		id := w.live("0")
		resign(id, 1)
		resign(id, 2)
		w.verify(id, 0)
		id = w.live("0")
		w.ready(id, 1, 2, 3)
		w.build(id)
		resign(id, 1)
		resign(id, 2)
		w.verify(id, 1)
	})
}
