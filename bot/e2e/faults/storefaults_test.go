package faults_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine/table"
	"amytis/store"
)

// failingStore is a store in which what the announcer needs can fail for a while.
type failingStore struct {
	store.Store
	settling, reading, claiming atomic.Bool
	failures                    atomic.Int64
}

// fail returns an error while a part of the store fails.
func (f *failingStore) fail(part *atomic.Bool) error {
	if !part.Load() {
		return nil
	}
	f.failures.Add(1)
	return errors.New("no space left on device")
}

func (f *failingStore) Settle(ctx context.Context, seq uint64, s store.Settlement) error {
	if err := f.fail(&f.settling); err != nil {
		return err
	}
	return f.Store.Settle(ctx, seq, s)
}

func (f *failingStore) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	if err := f.fail(&f.reading); err != nil {
		return store.Settings{}, err
	}
	return f.Store.Settings(ctx, guild)
}

// Claim also fails if it began before. It then gives back what it got, as the contract says.
func (f *failingStore) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Entry, error) {
	if err := f.fail(&f.claiming); err != nil {
		return nil, err
	}
	page, err := f.Store.Claim(ctx, limit, lease)
	if failed := f.fail(&f.claiming); failed != nil {
		return nil, errors.Join(failed, f.Store.Release(ctx))
	}
	return page, err
}

// TestAnnouncementsFollowTheStoresRecovery has the bot wait long between retries. Once the store
// works again, what was waiting is announced within five seconds, and once.
func TestAnnouncementsFollowTheStoresRecovery(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]func(*failingStore) *atomic.Bool{
		"outcomes cannot be stored":    func(f *failingStore) *atomic.Bool { return &f.settling },
		"tables cannot be read":        func(f *failingStore) *atomic.Bool { return &f.reading },
		"the outbox cannot be claimed": func(f *failingStore) *atomic.Bool { return &f.claiming },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failing := &failingStore{}
			env, ch, first, second := harness.StartedGame(t, harness.Options{
				Retry: never, SharedClock: true,
				WrapStore: func(s store.Store) store.Store { failing.Store = s; return failing },
			}, "en-US", nil)
			env.Settle()
			began := time.Now()
			first.MustRemoveTile(ch)
			env.Settle()
			soon := harness.Soon(5*time.Second, time.Since(began))
			first, second = second, first
			before, pings := len(ch.Messages()), len(second.Pings())
			part(failing).Store(true)
			first.MustRemoveTile(ch)
			env.Eventually("the store fails", func() bool { return failing.failures.Load() > 0 })
			env.Clock.Forward(forgotten)
			part(failing).Store(false)
			began = time.Now()
			env.Settle()
			require.Less(t, time.Since(began), soon)
			require.Len(t, ch.Messages(), before+1)
			require.Len(t, second.Pings(), pings+1)
			require.Empty(t, env.Discord.Violations())
		})
	}
}
