package tables_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// at returns a time ("02 15:04") of January 2000, in which bubbles begin, in Unix milliseconds. The
// 1st is a Saturday.
func at(clock string) int64 {
	moment, err := time.Parse("2006-01 02 15:04", "2000-01 "+clock)
	if err != nil {
		panic(err)
	}
	return moment.UnixMilli()
}

// workDays starts a program for a test of days. It sweeps seldom, so that the test is quick, but
// often enough for untilDay.
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
	w.change(user, func(p *store.Preferences) { p.GoAway(w.Now(), at(back)) })
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
	t := w.read(id)
	return t.Player(t.Turn().Slice()[0]).User
}

// TestTurnThatBeginsInAnAbsenceHasItsWholeLimitAfterIt also checks that its message needs no
// notice.
func TestTurnThatBeginsInAnAbsenceHasItsWholeLimitAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := workDays(t, bolttest.New(t))
		defer w.End()
		id := w.StartGardens(nil)
		s := w.read(id)
		next := s.Player(2).User
		w.goAway(next, "02 12:00")
		until("00:30")
		w.Act(id, w.firstLegalMove)
		for w.first(id) != next {
			w.Act(id, w.firstLegalMove)
		}
		require.Zero(t, w.Posts(tables.PostPause))
		s = w.read(id)
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

func TestPlayerWhoComesBackEarlyIsCalledAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := workDays(t, bolttest.New(t))
		defer w.End()
		w.Limit = 0
		id := w.StartGardens(nil)
		user := w.first(id)
		w.goAway(user, "03 00:00")
		require.Zero(t, w.announce(w.read(id), id))
		until("05:00")
		w.change(user, func(p *store.Preferences) { p.ComeBack(w.Now()) })
		require.Equal(t, []string{"00:00 pause", "00:00 hush", "05:00 pause", "05:00 call"}, w.happened(id))
		untilDay("04 00:00")
		require.Equal(t, []string{"00:00 pause", "00:00 hush", "05:00 pause", "05:00 call"}, w.happened(id))
	})
}

// TestFreeWeekendsStopALimitEachTime plays with a limit of seven days. The 1st and 2nd are a
// weekend.
func TestFreeWeekendsStopALimitEachTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		for _, user := range []table.UserID{anna, boris} {
			storetest.SetPreferences(t, s, user, store.Preferences{Weekends: 1})
		}
		w := sweepEvery(t, s, 12*time.Minute)
		defer w.End()
		w.Limit = 7 * 24 * 3600
		until("12:00")
		id := w.StartGardens(nil)
		untilDay("12 00:00")
		require.Equal(t, []string{
			"01 12:00 pause", "08 00:00 pause", "10 14:24 remind", "12 00:00 0 skip 1",
		}, w.happenedDays(id)[:4])
	})
}

// TestWeekendThatBeginsInAnOutageIsCountedFromItsEndOn has 50 minutes left when the program stops.
// The 8th is a Saturday.
func TestWeekendThatBeginsInAnOutageIsCountedFromItsEndOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		for _, user := range []table.UserID{anna, boris} {
			storetest.SetPreferences(t, s, user, store.Preferences{Weekends: 1})
		}
		untilDay("07 23:30")
		w := workDays(t, s)
		id := w.StartGardens(nil)
		untilDay("07 23:40")
		w.End()
		untilDay("08 12:00")
		w = workDays(t, s)
		defer w.End()
		untilDay("10 00:51")
		require.Equal(t, []string{"08 12:00 extend", "08 12:00 pause", "10 00:50 0 skip 1"},
			withoutReminders(w.happenedDays(id)))
	})
}

// TestOutageThatEndsADelayGivesBackOnlyWhenThePlayerWasThere has quiet hours follow the absence:
// the player could have moved in them.
func TestOutageThatEndsADelayGivesBackOnlyWhenThePlayerWasThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := workDays(t, s)
		id := w.StartGardens(nil)
		storetest.SetPreferences(t, s, w.first(id), store.Preferences{
			Absences: []store.Absence{{From: w.read(id).Waits[1].Until, To: at("01 09:00")}},
			Quiet:    store.QuietHours{From: 8, To: 11},
		})
		until("07:00")
		w.End()
		until("15:00")
		w = workDays(t, s)
		defer w.End()
		until("17:01")
		require.Equal(t, []string{"15:00 extend", "17:00 0 skip 1"}, withoutReminders(w.happened(id)))
	})
}

// TestOverlappingAbsencesStopALimitOnce has two absences of a day overlap, as days away and a free
// weekend, or one that a player changes. Together they last 40 minutes. The 1st is a Saturday.
func TestOverlappingAbsencesStopALimitOnce(t *testing.T) {
	for name, absences := range map[string][]func(w *program, p *store.Preferences){
		"both are known": {0: func(_ *program, p *store.Preferences) {
			p.Absences = []store.Absence{{From: at("01 00:10"), To: at("01 00:40")}, {From: at("01 00:20"), To: at("01 00:50")}}
		}},
		"one within the other": {0: func(_ *program, p *store.Preferences) {
			p.Absences = []store.Absence{{From: at("01 00:10"), To: at("01 00:50")}, {From: at("01 00:20"), To: at("01 00:30")}}
		}},
		"the second while away": {
			1: func(w *program, p *store.Preferences) { p.GoAway(w.Now(), at("01 00:40")) },
			2: func(w *program, p *store.Preferences) { p.GoAway(w.Now(), at("02 00:00")) },
			5: func(w *program, p *store.Preferences) { p.ComeBack(w.Now()) },
		},
		"a weekend while away": {
			1: func(w *program, p *store.Preferences) { p.GoAway(w.Now(), at("01 00:30")) },
			2: func(w *program, p *store.Preferences) { p.Weekends = w.Now() },
			5: func(_ *program, p *store.Preferences) { p.Weekends = 0 },
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := sweepEvery(t, bolttest.New(t), time.Second)
				defer w.End()
				id := w.StartGardens(nil)
				user := w.first(id)
				for i, change := range absences {
					time.Sleep(time.Until(time.UnixMilli(at("01 00:00")).Add(time.Duration(i) * 10 * time.Minute)))
					if change != nil {
						w.change(user, func(p *store.Preferences) { change(w, p) })
					}
				}
				until("01:39")
				require.NotContains(t, w.happened(id), "01:39 0 skip 1")
				until("01:40")
				require.Contains(t, w.happened(id), "01:40 0 skip 1")
			})
		})
	}
}

func withoutReminders(all []string) []string {
	return slices.DeleteFunc(all, func(event string) bool { return strings.HasSuffix(event, " remind") })
}

// TestFreeWeekendsFollowTheClockOfTheirPlace begins turns on the Fridays before a clock changes on
// a Sunday. The limit is a day.
func TestFreeWeekendsFollowTheClockOfTheirPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, zone, began, ends string }{
		{"an hour is left out", "Europe/Berlin", "2026-03-27T12:00:00+01:00", "2026-03-30T12:00:00+02:00"},
		{"an hour comes twice", "Europe/Berlin", "2026-10-23T12:00:00+02:00", "2026-10-26T12:00:00+01:00"},
		{"half an hour comes twice", "Australia/Lord_Howe", "2026-04-03T12:00:00+11:00", "2026-04-06T12:00:00+10:30"},
		{"half an hour is left out", "Australia/Lord_Howe", "2026-10-02T12:00:00+10:30", "2026-10-05T12:00:00+11:00"},
		{"the clock changes at midnight", "America/Havana", "2026-03-06T12:00:00-05:00", "2026-03-09T12:00:00-04:00"},
		{"the clock never changes", "Asia/Kolkata", "2026-03-27T12:00:00+05:30", "2026-03-30T12:00:00+05:30"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := bolttest.New(t)
				for _, user := range []table.UserID{anna, boris} {
					storetest.SetPreferences(t, s, user, store.Preferences{Weekends: 1, Zone: c.zone})
				}
				began, err := time.Parse(time.RFC3339, c.began)
				require.NoError(t, err)
				ends, err := time.Parse(time.RFC3339, c.ends)
				require.NoError(t, err)
				time.Sleep(time.Until(began))
				w := sweepEvery(t, s, 15*time.Minute)
				defer w.End()
				w.Limit = 24 * 3600
				id := w.StartGardens(nil)
				time.Sleep(time.Until(ends) - time.Second)
				synctest.Wait()
				require.NotContains(t, w.happened(id)[len(w.happened(id))-1], "skip")
				time.Sleep(6 * time.Second)
				synctest.Wait()
				require.Contains(t, w.happened(id)[len(w.happened(id))-1], "skip")
			})
		})
	}
}
