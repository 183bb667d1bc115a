package faults_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine/longrun"
	"amytis/store"
	"amytis/store/storetest"
)

// failingStore is a store of which a call fails for a while.
type failingStore struct {
	storetest.Hooked
	failing  atomic.Value // the call, "" for none
	failures atomic.Int64
}

func (f *failingStore) wrap(inner store.Store) store.Store {
	f.failing.Store("")
	f.Hooked = storetest.Hooked{Store: inner, Before: func(_ context.Context, call string) error {
		if f.failing.Load() != call {
			return nil
		}
		f.failures.Add(1)
		return errors.New("no space left on device")
	}}
	return f
}

// Take also fails if it began before. It then gives back what it got, as the contract says.
func (f *failingStore) Take(ctx context.Context, limit int, term time.Duration) ([]store.Entry, error) {
	page, err := f.Hooked.Take(ctx, limit, term)
	if failed := f.Before(ctx, "Take"); err == nil && failed != nil {
		return nil, errors.Join(failed, f.Store.Release(ctx))
	}
	return page, err
}

// TestAnnouncementsFollowTheStoresRecovery has the bot wait long between retries. Once the store
// works again, what was waiting is announced soon, and once.
func TestAnnouncementsFollowTheStoresRecovery(t *testing.T) {
	t.Parallel()
	for name, call := range longrun.Some(map[string]string{
		"outcomes cannot be stored": "Settle", "tables cannot be read": "Settings", "the outbox cannot be taken": "Take",
	}, "the outbox cannot be taken") {
		t.Run(name, func(t *testing.T) {
			failing := &failingStore{}
			env, ch, first, second := harness.StartedGame(t, harness.Options{
				Retry: never, SharedClock: true, WrapStore: failing.wrap,
			}, nil)
			env.Settle()
			before, pings := len(ch.Messages()), len(second.Pings())
			failing.failing.Store(call)
			first.MustRemoveTile(ch)
			env.Eventually("the store fails", func() bool { return failing.failures.Load() > 0 })
			env.Clock.Forward(forgotten)
			failing.failing.Store("")
			env.Settle()
			require.Len(t, ch.Messages(), before+1)
			require.Len(t, second.Pings(), pings+1)
			env.BotLog.ForgetErrors()
		})
	}
}
