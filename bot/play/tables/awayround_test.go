package tables_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store/bolt/bolttest"
)

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
