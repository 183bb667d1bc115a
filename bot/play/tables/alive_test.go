package tables_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
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

// cut starts a program that sweeps. cutOff says whether players cannot reach it.
func cut(t testing.TB, s store.Store) (w *program, cutOff *atomic.Bool) {
	t.Helper()
	w, cutOff = newProgram(t, s), &atomic.Bool{}
	w.Sweeper.Reachable = func() bool { return !cutOff.Load() }
	w.Run()
	return w, cutOff
}

// outages lists how players cannot play for a while, although the program is not started again.
// What each returns ends the outage.
var outages = map[string]func(w *program, cutOff *atomic.Bool) (over func()){
	"frozen": func(w *program, _ *atomic.Bool) func() {
		w.End()
		return func() { w.Run() }
	},
	"out of reach": func(_ *program, cutOff *atomic.Bool) func() {
		cutOff.Store(true)
		return func() { cutOff.Store(false) }
	},
}

func TestShortOutageChangesNoLimit(t *testing.T) {
	for name, begin := range outages {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, cutOff := cut(t, bolttest.New(t))
				id := w.StartGardens(nil)
				until("00:59")
				time.Sleep(40 * time.Second)
				over := begin(w, cutOff)
				time.Sleep(tables.OutageAfter - 5*time.Second)
				over()
				until("01:01")
				require.Equal(t, []string{"00:48 remind", "01:00 0 skip 1"}, w.happened(id))
				w.End()
			})
		})
	}
}

// TestLongSweepIsNoOutage has each table take a while, and all limits end at the same time.
func TestLongSweepIsNoOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pause atomic.Int64
		s := &storetest.Hooked{Store: bolttest.New(t), Before: func(_ context.Context, call string) error {
			if call == "Commit" {
				time.Sleep(time.Duration(pause.Load()))
			}
			return nil
		}}
		w := &program{tablestest.New(t, s, time.Second)}
		ids := []table.ID{w.StartGardens(nil), w.StartGardens(nil), w.StartGardens(nil), w.StartGardens(nil)}
		w.Run()
		defer w.End()
		until("00:59")
		pause.Store(int64(20 * time.Second))
		until("01:05")
		for _, id := range ids {
			require.Contains(t, w.happened(id)[1], "0 skip 1")
		}
	})
}

// TestOutageOfOneProcessIsNoneWhileAnotherServes puts either process out of reach.
func TestOutageOfOneProcessIsNoneWhileAnotherServes(t *testing.T) {
	for name, begin := range outages {
		for i, which := range []string{"that sweeps", "that does not sweep"} {
			t.Run(name+" "+which, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := bolttest.New(t)
					first, cutFirst := cut(t, s)
					id := first.StartGardens(nil)
					second, cutSecond := cut(t, s.Second())
					until("00:50")
					over := []func() func(){
						func() func() { return begin(first, cutFirst) },
						func() func() { return begin(second, cutSecond) },
					}[i]()
					until("01:30")
					over()
					until("02:01")
					require.Equal(t, []string{"01:00 0 skip 1", "02:00 0 skip 2"}, withoutReminders(first.happened(id)))
					first.End()
					second.End()
				})
			})
		}
	}
}

// TestOutageOfAllProcessesIsOne puts both out of reach, and only the one that did not sweep comes
// back. A user acts by way of it before it has taken over the sweep.
func TestOutageOfAllProcessesIsOne(t *testing.T) {
	for _, acts := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := bolttest.New(t)
			first, cutFirst := cut(t, s)
			id, other := first.StartGardens(nil), first.StartGardens(nil)
			second, cutSecond := cut(t, s.Second())
			until("00:50")
			cutFirst.Store(true)
			until("00:55")
			cutSecond.Store(true)
			until("02:55")
			cutSecond.Store(false)
			if acts {
				second.Act(other, second.firstLegalMove)
			}
			until("02:59")
			require.Equal(t, []string{"02:55 extend"}, withoutReminders(second.happened(id)))
			until("03:00")
			require.Equal(t, "03:00 0 skip 1", second.happened(id)[2], "five minutes are left")
			first.End()
			second.End()
		})
	}
}

// TestProgramsThatStartTogetherKnowTheSameAbsence has the first die before it extends a limit.
func TestProgramsThatStartTogetherKnowTheSameAbsence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := work(t, s)
		id := w.StartGardens(nil)
		until("00:50")
		w.End()
		require.NoError(t, s.Release(t.Context()))
		until("02:50")
		newProgram(t, s.Second()) // sweeps nothing
		second := work(t, s.Second())
		defer second.End()
		until("03:01")
		require.Equal(t, []string{"00:48 remind", "02:50 extend", "03:00 0 skip 1"}, w.happened(id),
			"ten minutes are left")
	})
}

func withoutReminders(all []string) []string {
	return slices.DeleteFunc(all, func(event string) bool { return strings.HasSuffix(event, " remind") })
}
