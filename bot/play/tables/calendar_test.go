package tables_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/bot/play/wishes"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
)

// at returns a time ("02 15:04") of January 2000 in Unix milliseconds. The 1st is a Saturday.
func at(clock string) int64 {
	moment, err := time.Parse("2006-01 02 15:04", "2000-01 "+clock)
	if err != nil {
		panic(err)
	}
	return moment.UnixMilli()
}

// workDays starts a program for a test of days. It sweeps seldom, but enough for untilDay.
func workDays(t testing.TB, s store.Store) *program {
	t.Helper()
	return sweepEvery(t, s, time.Minute)
}

// sweepEvery starts a program that sweeps at once, and then after each pause.
func sweepEvery(t testing.TB, s store.Store, pause time.Duration) *program {
	t.Helper()
	w := &program{tablestest.New(t, s, pause)}
	w.Run()
	return w
}

// untilDay waits until five seconds after a time as at reads it.
func untilDay(clock string) {
	time.Sleep(time.Until(time.UnixMilli(at(clock)).Add(5 * time.Second)))
	synctest.Wait()
}

func (w *program) change(user table.UserID, change func(p *store.Preferences)) {
	w.Helper()
	require.NoError(w, w.Store.ChangePreferences(w.Context(), user, func(p *store.Preferences) error {
		change(p)
		return nil
	}))
	require.NoError(w, tables.Reconsider(w.Context(), w.Tables, user))
}

func (w *program) goAway(user table.UserID, back string) {
	w.Helper()
	w.change(user, func(p *store.Preferences) { wishes.GoAway(p, w.Now(), at(back)) })
}

// happenedDays is happened with the day: "01 00:48 remind". Moves of people are "move".
func (w *program) happenedDays(id table.ID) []string {
	w.Helper()
	_, log, err := w.Store.Table(w.Context(), id)
	require.NoError(w, err)
	var all []string
	for _, e := range log[3:] {
		event := string(e.Kind)
		if e.Kind == table.Moved && e.By == 0 {
			event = e.Move
		}
		all = append(all, time.UnixMilli(e.At).UTC().Format("02 15:04 ")+event)
	}
	return all
}

func (w *program) first(id table.ID) table.UserID {
	w.Helper()
	t := w.Table(id)
	return t.Player(t.Turn().Slice()[0]).User
}

// TestTurnThatBeginsInAnAbsenceHasItsWholeLimitAfterIt also wants no notice after its message.
func TestTurnThatBeginsInAnAbsenceHasItsWholeLimitAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := workDays(t, bolttest.New(t))
		defer w.End()
		id := w.StartGardens(nil)
		s := w.Table(id)
		next := s.Player(2).User
		w.goAway(next, "02 12:00")
		until("00:30")
		w.Act(id, w.firstLegalMove)
		for w.first(id) != next {
			w.Act(id, w.firstLegalMove)
		}
		require.Zero(t, w.Posts(tables.PostPause))
		s = w.Table(id)
		require.Equal(t, at("02 13:00"), s.Waits[2].Until)
		require.Equal(t, at("02 12:00"), s.Waits[2].Counted)
		require.Zero(t, w.announce(s, id), "nobody is pinged while away")
		untilDay("02 11:59")
		n := len(w.happenedDays(id))
		untilDay("02 13:00")
		require.Equal(t, []string{"02 12:00 call", "02 12:48 remind", "02 13:00 0 skip 2"}, w.happenedDays(id)[n:])
		require.Equal(t, 1, w.Posts(tables.PostCall), "called once when back")
	})
}

func TestRoundWaitsForAPlayerWhoIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := workDays(t, bolttest.New(t))
		defer w.End()
		id := w.quick()
		until("00:30")
		w.goAway(anna, "03 00:00")
		untilDay("02 23:59")
		require.Contains(t, w.happenedDays(id), "01 00:30 pause")
		for _, event := range w.happenedDays(id) {
			require.NotContains(t, event, "begin")
		}
		untilDay("03 00:31")
		require.Contains(t, w.happenedDays(id), "03 00:30 begin", "half an hour was left")
	})
}

// TestAbsenceDoesNotStopTheClockOfARound plays a round of five minutes.
func TestAbsenceDoesNotStopTheClockOfARound(t *testing.T) {
	sweeping(t, func(w *program) {
		id := w.quick()
		w.ready(id, 1, 2, 3)
		for _, user := range []table.UserID{anna, boris, cleo} {
			w.goAway(user, "03 00:00")
		}
		until("00:06")
		require.Contains(w, w.happened(id), "00:05 0 time")
	})
}
