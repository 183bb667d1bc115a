package announce

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// awayStore is a handle that a process can lose for a while, or for good when it dies.
type awayStore struct {
	store.Store
	away    atomic.Bool
	settled atomic.Int32
}

var errAway = errors.New("the store is away")

func (s *awayStore) err() error {
	if s.away.Load() {
		return errAway
	}
	return nil
}

func (s *awayStore) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Entry, error) {
	if err := s.err(); err != nil {
		return nil, err
	}
	return s.Store.Claim(ctx, limit, lease)
}

func (s *awayStore) Renew(ctx context.Context, lease time.Duration) ([]table.ChannelID, error) {
	if err := s.err(); err != nil {
		return nil, err
	}
	return s.Store.Renew(ctx, lease)
}

func (s *awayStore) Release(ctx context.Context) error {
	if err := s.err(); err != nil {
		return err
	}
	return s.Store.Release(ctx)
}

func (s *awayStore) Settle(ctx context.Context, seq uint64, done store.Settlement) error {
	if err := s.err(); err != nil {
		return err
	}
	s.settled.Add(1)
	return s.Store.Settle(ctx, seq, done)
}

func (s *awayStore) Hold(ctx context.Context, name string, ttl time.Duration) (bool, error) {
	if err := s.err(); err != nil {
		return false, err
	}
	return s.Store.Hold(ctx, name, ttl)
}

// twoProcesses moves the bot of a test to a handle that it can lose, with a game in which anna is
// in turn. start begins another process beside it.
func twoProcesses(b *alertBot) (handle *awayStore, id table.ID, start func() (other *alertBot)) {
	memory := b.store.(*bolt.DB)
	b.end()
	require.NoError(b, memory.Release(b.Context()))
	handle = &awayStore{Store: memory.Second()}
	b.store = handle
	b.start()
	id = b.openFor(people[0])
	wait(time.Minute)
	b.news()
	return handle, id, func() *alertBot {
		other := *b
		other.store = memory.Second()
		other.start()
		return &other
	}
}

func (b *alertBot) requireAnnounced() {
	b.Helper()
	left, err := b.store.Outbox(b.Context(), 0, 10)
	require.NoError(b, err)
	require.Empty(b, left)
}

// takeover is how long it takes at most until another process has a queue.
const takeover = store.Lease + time.Second

func TestQueuesOfADeadProcessAreTakenOverOnTime(t *testing.T) {
	for name, c := range map[string]struct{ sent, released bool }{
		"with a message that was not sent":             {},
		"with a message that was sent but not settled": {sent: true},
		"at once if it could release them":             {released: true},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(b *alertBot) {
				handle, id, start := twoProcesses(b)
				b.discord.set(func(d *fakeDiscord) {
					d.down = !c.sent
					d.afterNext = func() error { handle.away.Store(true); return nil }
				})
				b.move(id)
				wait(time.Second)
				handle.away.Store(!c.released)
				b.end()
				b.discord.set(func(d *fakeDiscord) { d.down, d.afterNext = false, nil })
				other := start()
				defer other.end()
				if wait(time.Millisecond); !c.released {
					wait(takeover)
				}
				other.requireAnnounced()
				require.Len(t, b.news(), 1)
			})
		})
	}
}

// TestProcessThatLosesTheStoreSendsNothingUntilItClaimsAgain has a process run on without the store
// while another takes over its queue.
func TestProcessThatLosesTheStoreSendsNothingUntilItClaimsAgain(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		handle, id, start := twoProcesses(b)
		b.discord.set(func(d *fakeDiscord) { d.down = true })
		b.move(id)
		wait(time.Second)
		handle.away.Store(true)
		other := start()
		defer other.end()
		wait(takeover)
		handle.away.Store(false)
		settled := handle.settled.Load()
		wait(time.Minute)
		b.discord.set(func(d *fakeDiscord) { d.down = false })
		wait(retryMax)
		other.requireAnnounced()
		require.Len(t, b.news(), 1)
		require.Equal(t, settled, handle.settled.Load(), "the entry belongs to the other process")
		other.end()
		b.move(id)
		wait(time.Second)
		require.Len(t, b.news(), 1)
		require.Greater(t, handle.settled.Load(), settled, "the process goes on")
		b.requireAnnounced()
	})
}
