package tables_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"amytis/store"
	"amytis/store/bolt/bolttest"
)

func TestAStartBesideARunningProgramIsNoAbsence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := work(t, s)
		id := w.StartGardens(nil)
		until("00:55")
		other := work(t, s.Second())
		defer other.End()
		w.End()
		until("01:02")
		require.Equal(t, []string{"00:48 remind", "01:00 0 skip 1"}, w.happened(id))
	})
}

// TestProgramsThatStartTogetherKnowTheSameAbsence has the second one sweep: the first one dies
// before it has extended a limit.
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

func TestTheSweepOfADeadProgramIsTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := work(t, s)
		id := w.StartGardens(nil)
		other := work(t, s.Second())
		defer other.End()
		until("00:59")
		w.End() // without giving up what it holds
		until("01:01")
		require.Equal(t, []string{"00:48 remind", "01:00 0 skip 1"}, w.happened(id))
		mine, _, err := s.Hold(t.Context(), "sweep", store.Term, "")
		require.NoError(t, err)
		require.False(t, mine, "the other program has the sweep")
	})
}
