package tables_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
)

// reserving starts a program whose tables have an hour per turn and up to twelve in reserve.
func reserving(t testing.TB, s store.Store) *program {
	t.Helper()
	w := work(t, s)
	w.Reserve = 12 * 3600
	return w
}

func TestTurnIsSkippedWhenItsLimitAndReserveAreUsedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := reserving(t, bolttest.New(t))
		defer w.End()
		id := w.StartGardens(nil)
		until("01:59")
		require.Equal(t, []string{"00:48 remind", "01:48 remind"}, w.happened(id))
		require.Equal(t, 2, w.Posts(tables.PostReminder))
		until("02:30")
		w.Act(id, w.firstLegalMove)
		until("03:30")
		require.Equal(t, []string{"03:18 remind", "03:30 0 skip 1"}, w.happened(id)[4:],
			"the skipped seat has only the limit")
		s, err := w.Tables.Load(t.Context(), id)
		require.NoError(t, err)
		require.InDelta(t, 90*60_000, s.Table.Reserved[2], 60_000, "half an hour was saved")
	})
}

func TestReserveOutlastsRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := reserving(t, s)
		id := w.StartGardens(nil)
		until("00:10")
		w.Act(id, w.firstLegalMove)
		for _, again := range []string{"00:20", "00:50", "01:20", "01:50"} {
			until(again)
			w.End()
			w = reserving(t, s)
		}
		defer w.End()
		until("02:11")
		require.Equal(t, []string{"00:58 remind", "01:58 remind", "02:10 0 skip 2"}, w.happened(id)[1:])
		loaded, err := w.Tables.Load(t.Context(), id)
		require.NoError(t, err)
		require.InDelta(t, 110*60_000, loaded.Table.Reserved[1], 60_000)
		require.Zero(t, loaded.Table.Reserved[2])
	})
}

func TestMoveWithinTheReserveIsAcceptedAndOneAfterItRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newProgram(t, bolttest.New(t)) // does not sweep
		w.Reserve = 12 * 3600
		id := w.StartGardens(nil)
		until("01:30")
		w.Act(id, w.firstLegalMove)
		until("03:31")
		err := w.Try(id, w.firstLegalMove)
		var refused *engine.RuleError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, tables.RefusedTurnOver, refused.Code)
		require.Equal(t, "03:31 0 skip 2", w.happened(id)[1])
	})
}

func TestReminderSaysWhenTheReserveEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := reserving(t, bolttest.New(t))
		defer w.End()
		id := w.StartGardens(nil)
		b, words := posts.NewWriter(w.Tables, nil, time.Now), text.For("en")
		said := func(version table.Version) string {
			m := store.Entry{Table: id, Kind: tables.PostReminder, From: version - 1, Version: version}
			out, err := b.Notice(t.Context(), words, w.history(id), m, false)
			require.NoError(t, err)
			return out.Content
		}
		until("00:50")
		require.Regexp(t, `it's still your turn\. Your time runs out <t:\d+:R>, your reserve <t:\d+:R>\.`, said(4))
		until("01:50")
		require.Regexp(t, `and you're using up your reserve\. It runs out <t:\d+:R>\.`, said(5))
	})
}
