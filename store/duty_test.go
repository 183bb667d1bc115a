package store_test

import (
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
}

func (h *holds) Hold(context.Context, string, time.Duration) (bool, error) {
	h.calls++
	return h.mine, h.err
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
			require.True(t, mine())
		}
		require.Equal(t, 1, s.calls)
		time.Sleep(store.Lease / 3)
		require.True(t, mine())
		require.Equal(t, 2, s.calls)

		s.err = errors.New("the store is away")
		time.Sleep(store.Lease / 2)
		require.True(t, mine(), "the term goes on")
		time.Sleep(store.Lease / 2)
		require.False(t, mine(), "the term is over")

		s.err, s.mine = nil, false
		require.False(t, mine())
		s.mine = true
		require.True(t, mine())
	})
}
