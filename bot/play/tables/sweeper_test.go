package tables_test

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// TestAnAbsenceIsCountedOnce has the program die before it notes that it runs.
func TestAnAbsenceIsCountedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := work(t, s)
		id := w.StartGardens(nil)
		until("01 00:50")
		w.End()
		noted := storetest.Must(s.Note(t.Context(), tables.AliveNote))(t)
		for _, again := range []string{"01 02:50", "01 02:51", "01 03:30", "01 03:31"} {
			until(again)
			dying := newProgram(t, s)
			require.NoError(t, dying.Sweeper.Sweep(t.Context()))
			require.NoError(t, s.SetNote(t.Context(), tables.AliveNote, noted))
		}
		w = work(t, s)
		defer w.End()
		until("01 03:41")
		want := []string{"01 00:48 remind", "01 02:50 extend", "01 03:30 extend", "01 03:40 0 skip 1"}
		require.Equal(t, want, w.happened(id), "ten minutes are left each time")
	})
}

func TestAMoveAfterTheEndOfTheTurnIsRefused(t *testing.T) {
	for reserve, end := range map[table.Limit]string{0: "01 01:00", 12 * 3600: "01 02:00"} {
		idle(t, func(w *program) {
			w.Reserve = reserve
			id := w.StartGardens(nil)
			until(end)
			err := w.Try(id, w.firstLegalMove)
			var refused *engine.RuleError
			require.ErrorAs(w, err, &refused)
			require.Equal(w, tables.RefusedTurnOver, refused.Code)
			require.Equal(w, map[string]string{"seat": "#1"}, refused.Args)
			require.Equal(w, []string{end + " 0 skip 1"}, w.happened(id))
			w.Act(id, w.firstLegalMove)
			require.Len(w, w.happened(id), 2)
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
		until("01 00:59")
		pause.Store(int64(20 * time.Second))
		until("01 01:05")
		for _, id := range ids {
			require.Contains(t, w.happened(id)[1], "0 skip 1")
		}
	})
}

// broken is a store that cannot read one table.
type broken struct {
	store.Store
	table table.ID
	by    error
}

func (b broken) Header(ctx context.Context, id table.ID) (store.Header, error) {
	if id == b.table {
		return store.Header{}, b.by
	}
	return b.Store.Header(ctx, id)
}

// TestATableThatFailsDoesNotDelayOthers also has a forgotten one, which is no error.
func TestATableThatFailsDoesNotDelayOthers(t *testing.T) {
	for by, logged := range map[error]string{errors.New("broken"): "broken", store.ErrNotFound: ""} {
		synctest.Test(t, func(t *testing.T) {
			s := &broken{Store: bolttest.New(t), by: by}
			w := newProgram(t, s)
			var ids []table.ID
			for range tables.SweepPage + 9 {
				ids = append(ids, w.StartGardens(nil))
			}
			s.table = ids[0]
			until("01 01:00")
			var log strings.Builder
			sweeper := tables.NewSweeper(w.Tables, s, slog.New(slog.NewTextHandler(&log, nil)), time.Second)
			require.NoError(t, sweeper.Sweep(t.Context()))
			require.Contains(t, log.String(), logged)
			require.Equal(t, logged == "", log.Len() == 0)
			s.table = 0
			require.Empty(t, w.happened(ids[0]))
			for _, id := range ids[1:] {
				require.Equal(t, []string{"01 01:00 0 skip 1"}, w.happened(id))
			}
		})
	}
}

func TestAClockThatIsSetBackHoldsUpNobody(t *testing.T) {
	for _, by := range []time.Duration{2 * time.Second, 48 * time.Hour} {
		idle(t, func(w *program) {
			id := w.StartGardens(nil)
			until("01 00:50")
			w.Act(id, w.firstLegalMove)
			clock := func() time.Time { return time.Now().Add(-by) }
			w.Tables = tables.New(w.Store, clock, rand.New(rand.NewPCG(1, 2)))
			back := clock().UnixMilli()
			w.Act(id, w.firstLegalMove)
			w.Act(id, func(t *table.Table) ([]table.Event, error) { return t.EndTurn(1, engine.SkipMove(1), 0, back) })
			w.Act(id, func(t *table.Table) ([]table.Event, error) { return t.EndTurn(2, engine.ResignMove(2), boris, back) })
			_, log, err := w.Store.Table(w.Context(), id)
			require.NoError(w, err)
			require.True(w, slices.IsSortedFunc(log, func(a, b table.Event) int { return cmp.Compare(a.At, b.At) }))
		})
	}
}

func TestNothingIsGivenUpByAWrongClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &program{tablestest.New(t, bolttest.New(t), time.Hour)}
		var right atomic.Bool
		w.Tables.ClockRight = right.Load
		id := w.StartGardens(nil)
		require.NoError(t, tables.Suspend(t.Context(), w.Tables, w.history(id).Loaded))
		w.Run()
		defer w.End()
		time.Sleep(31 * 24 * time.Hour)
		require.Equal(t, table.Running, w.Table(id).Status)
		right.Store(true)
		time.Sleep(2 * time.Hour)
		require.Equal(t, table.Abandoned, w.Table(id).Status)
	})
}

func TestNewTableIsReturnedWhenItsFirstMessageIsPosted(t *testing.T) {
	t.Parallel()
	for posted, want := range map[time.Duration]time.Duration{
		60 * time.Millisecond: 75 * time.Millisecond, time.Hour: time.Second, // nothing is posted in time
	} {
		synctest.Test(t, func(t *testing.T) {
			p := tablestest.New(t, bolttest.New(t), 0)
			id := p.StartGardens(nil)
			began := time.Now()
			left := storetest.Must(p.Store.Outbox(p.Context(), 0, 10))(p)
			post := time.AfterFunc(posted, func() {
				require.NoError(p, p.Store.Settle(p.Context(), left[0].Seq, store.Settlement{Sent: 7}))
			})
			defer post.Stop()
			s := storetest.Must(tables.Announced(t.Context(), p.Tables, 1, time.Second))(t)
			require.Equal(t, id, s.ID)
			require.Equal(t, posted < want, s.Header.LastMessage != 0)
			require.Equal(t, want, time.Since(began))
		})
	}
}
