package tables_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/posts"
	"amytis/bot/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// untilSix are quiet hours of the bubble's first day.
var untilSix = store.QuietHours{From: 22, To: 6}

// night is a store in which everybody's quiet hours are the same.
func night(t testing.TB, quiet store.QuietHours) store.Store {
	t.Helper()
	s := storetest.NewMemory()
	for _, user := range []table.UserID{anna, boris} {
		require.NoError(t, s.SetPreferences(t.Context(), user, store.Preferences{Quiet: quiet}))
	}
	return s
}

// announced does what sending the message about a turn does, and returns whom that pings.
func (w *shift) announced(then *table.Table, id table.ID) engine.SeatSet {
	w.Helper()
	pinged, err := w.tables.Callable(w.Context(), id, then, then.Turn())
	require.NoError(w, err)
	return pinged
}

func (w *shift) loaded(id table.ID) tables.Loaded {
	w.Helper()
	s, err := w.tables.Load(w.Context(), id)
	require.NoError(w, err)
	return s
}

func (w *shift) history(id table.ID) tables.History {
	w.Helper()
	h, err := w.tables.LoadHistory(w.Context(), id)
	require.NoError(w, err)
	return h
}

func (w *shift) read(id table.ID) *table.Table { return w.loaded(id).Table }

func TestWhoWasHushedIsCalledAsQuietHoursEndWhoeverSweeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := night(t, untilSix)
		w := work(t, s)
		w.limit = 0
		id := w.table(nil)
		require.Zero(t, w.announced(w.read(id), id))
		for range 3 {
			other := work(t, s)
			defer other.end()
		}
		until("03:00")
		w.end()
		w = work(t, s)
		defer w.end()
		until("05:59")
		require.Equal(t, []string{"00:00 hush"}, w.happened(id))
		until("23:00")
		require.Equal(t, []string{"00:00 hush", "06:00 call"}, w.happened(id))
		require.Equal(t, 1, w.posts(tables.PostCall))
		due, err := s.Due(t.Context(), 1<<60, 9)
		require.NoError(t, err)
		require.Empty(t, due)
	})
}

// TestAMessageThatIsSentAgainPingsNobodyTwice has a message's first sending fail, or seem to, after
// the player was hushed.
func TestAMessageThatIsSentAgainPingsNobodyTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := work(t, night(t, untilSix))
		defer w.end()
		w.limit = 0
		id := w.table(nil)
		then := w.read(id)
		for _, clock := range []string{"00:00", "05:30", "07:00"} {
			until(clock)
			require.Zero(t, w.announced(then, id), clock)
		}
		require.Equal(t, []string{"00:00 hush", "06:00 call"}, w.happened(id))
	})
}

func TestWhoIsNotCalledByANewerTurnIsNotHushed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newShift(t, night(t, untilSix))
		id := w.table(nil)
		then := w.read(id)
		until("00:10")
		w.act(id, w.moving)
		require.Zero(t, w.announced(then, id), "it is quiet all the same")
		require.Len(t, w.happened(id), 1)
	})
}

func TestACallThatIsNeedlessIsNotSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := work(t, night(t, untilSix))
		defer w.end()
		w.limit = 12 * 3600
		id := w.table(nil)
		require.Zero(t, w.announced(w.read(id), id))
		until("06:00")
		b, words := posts.NewWriter(w.tables, nil, time.Now), text.For("en")
		m := store.Message{Table: id, Kind: tables.PostCall, From: 4, Version: 5}
		notice := func(pings bool) bool {
			out, err := b.Notice(t.Context(), words, w.history(id), m, pings)
			require.NoError(t, err)
			require.True(t, out == nil || len(out.Mentions) == 1)
			return out != nil
		}
		require.True(t, notice(true))
		require.False(t, notice(false), "the server wants no pings")
		until("09:40")
		require.Equal(t, []string{"00:00 hush", "06:00 call", "09:36 remind"}, w.happened(id))
		require.False(t, notice(true), "the reminder does")
		w.act(id, w.moving)
		require.False(t, notice(true), "the player has acted")
	})
}

func TestNoCallIsDueTogetherWithAReminder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := night(t, untilSix)
		w := work(t, s)
		w.limit = 12 * 3600
		id := w.table(nil)
		require.Zero(t, w.announced(w.read(id), id))
		w.end()
		until("10:00")
		w = work(t, s)
		defer w.end()
		until("11:00")
		require.Equal(t, []string{"00:00 hush", "10:00 remind"}, w.happened(id))
	})
}
