package store_test

import (
	"cmp"
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

type holds struct {
	store.Queues
	calls int
	mine  bool
	err   error
	hangs bool // the store does not answer
	note  string
}

func (h *holds) HoldWith(ctx context.Context, _ string, _ time.Duration, note string) (bool, string, error) {
	h.calls++
	if h.hangs {
		<-ctx.Done()
		return false, "", ctx.Err()
	}
	h.note = cmp.Or(note, h.note)
	return h.mine, h.note, h.err
}

func TestADutyAsksTheStoreOnlyNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &holds{mine: true}
		d := store.NewDuty(s, "work", 0)
		mine := func() bool {
			is, err := d.Mine(t.Context())
			require.Equal(t, s.err, err)
			return is
		}
		for range 10 {
			require.True(t, mine(), "it has the duty")
		}
		require.Equal(t, 1, s.calls)
		time.Sleep(store.Lease / 3)
		require.True(t, mine(), "it keeps the duty")
		require.Equal(t, 2, s.calls)

		s.err = errors.New("the store is away")
		time.Sleep(store.Lease / 2)
		require.True(t, mine(), "the term goes on")
		time.Sleep(store.Lease / 2)
		require.False(t, mine(), "the term is over")

		s.err, s.mine = nil, false
		require.False(t, mine(), "another one has the duty")
		s.mine = true
		require.True(t, mine(), "it takes the duty over")
	})
}

func TestADutyEndsWithItsTermWhileTheStoreHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &holds{mine: true}
		d := store.NewDuty(s, "work", 0)
		began := time.Now()
		require.True(t, first(d.Mine(t.Context())), "it has the duty")
		time.Sleep(store.Lease / 2)
		s.hangs = true
		require.False(t, first(d.Mine(t.Context())), "it cannot renew the duty")
		require.Equal(t, store.Lease, time.Since(began))
	})
}

func first(mine bool, _ error) bool { return mine }

// A note changes with every event of a session, and the store must not be asked for each.
func TestANoteIsStoredAtOnceAndThenWithTheTerms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &holds{mine: true, note: "of another"}
		d := store.NewDuty(s, "work", 0)
		with := func(note string) string {
			mine, kept, err := d.MineWith(t.Context(), note)
			require.NoError(t, err)
			require.True(t, mine, "one of them has it")
			return kept
		}
		require.Equal(t, "of another", with(""))
		s.note = ""
		time.Sleep(store.Lease)
		require.Empty(t, with(""))
		require.Equal(t, "1", with("1"), "the first note is stored at once")
		require.Equal(t, "1", with("2"))
		require.Equal(t, "1", s.note)
		time.Sleep(store.Lease / 3)
		require.Equal(t, "3", with("3"))
		require.Equal(t, 4, s.calls)
	})
}
