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
