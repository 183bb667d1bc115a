package announce

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/storetest"
)

// awayStore is a handle that a process can lose for a while, or for good when it dies.
type awayStore struct {
	storetest.Hooked
	away    atomic.Bool
	settled atomic.Int32
}

func newAwayStore(inner store.Store) *awayStore {
	s := &awayStore{}
	s.Hooked = storetest.Hooked{Store: inner, Before: func(_ context.Context, call string) error {
		if slices.Contains([]string{"Take", "Prolong", "Release", "Settle", "Hold"}, call) && s.away.Load() {
			return errors.New("the store is away")
		}
		if call == "Settle" {
			s.settled.Add(1)
		}
		return nil
	}}
	return s
}

// twoProcesses moves the bot of a test to a handle that it can lose, with a game in which anna is
// in turn. start begins another process beside it.
func twoProcesses(b *alertBot) (handle *awayStore, id table.ID, start func() (other *alertBot)) {
	memory := b.store.(*bolt.DB)
	b.end()
	require.NoError(b, memory.Release(b.Context()))
	handle = newAwayStore(memory.Second())
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
const takeover = store.Term + time.Second

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

// TestProcessThatLosesTheStoreSendsNothingUntilItHoldsTheOutboxAgain has a process run on without
// the store while another takes over its queue.
func TestProcessThatLosesTheStoreSendsNothingUntilItHoldsTheOutboxAgain(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		handle, id, start := twoProcesses(b)
		b.discord.set(func(d *fakeDiscord) { d.down = true })
		b.move(id)
		wait(time.Second)
		handle.away.Store(true)
		other := start()
		defer other.end()
		wait(takeover + store.Term/3) // a call that has begun may prolong the hold
		handle.away.Store(false)
		settled := handle.settled.Load()
		wait(time.Minute)
		b.discord.set(func(d *fakeDiscord) { d.down = false })
		wait(retryMax)
		other.requireAnnounced()
		require.Len(t, b.news(), 1)
		require.Equal(t, settled, handle.settled.Load(), "the entry belongs to the other process")
		other.end()
		wait(time.Second)
		b.move(id)
		wait(time.Second)
		require.Len(t, b.news(), 1)
		require.Greater(t, handle.settled.Load(), settled, "the process goes on")
		b.requireAnnounced()
	})
}
