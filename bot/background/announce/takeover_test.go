package announce

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest"
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
		if slices.Contains([]string{"Untaken", "Release", "Settle", "Hold"}, call) && s.away.Load() {
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
	left := storetest.Must(b.store.Outbox(b.Context(), 0, 10))(b)
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

// lateReader is a store that tells of no new entries, and is late with those that it has read.
type lateReader struct {
	*awayStore
	delay time.Duration
}

func (lateReader) Added() <-chan struct{} { return nil }

func (s lateReader) Untaken(ctx context.Context, taken func(seq uint64) bool) ([]store.Entry, error) {
	all, err := s.awayStore.Untaken(ctx, func(uint64) bool { return false })
	time.Sleep(s.delay)
	return slices.DeleteFunc(all, func(e store.Entry) bool { return taken(e.Seq) }), err
}

// TestEntriesOfWhichNobodyTellsAreTakenOnce has Discord answer while the outbox is read again.
func TestEntriesOfWhichNobodyTellsAreTakenOnce(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		b.end()
		slow := lateReader{newAwayStore(b.store), time.Second}
		b.store = slow
		b.start()
		id := ofTwo(b)
		wait(time.Minute)
		b.news()
		settled := slow.settled.Load()
		b.discord.set(func(d *fakeDiscord) {
			d.afterNext = func() error {
				time.Sleep(store.Term/2 + slow.delay/2)
				return nil
			}
		})
		b.move(id)
		wait(time.Minute)
		require.Len(t, b.news(), 1)
		require.Equal(t, settled+2, slow.settled.Load(), "the message, and the buttons of the one before")
	})
}

// TestSuccessAfterFewFailuresWakesNoQueue guards against retries of a message that always fails.
func TestSuccessAfterFewFailuresWakesNoQueue(t *testing.T) {
	q, e := newQueue(queueKey{}), &entry{}
	a := &Announcer{queues: map[queueKey]*queue{q.key: q}}
	temporary := &rest.Error{Status: 502}
	for range 10 {
		for range outageAfter - 1 {
			a.noteAttempt(q, e, temporary)
		}
		a.noteAttempt(q, e, nil)
	}
	require.Empty(t, q.woken, "a success after two failures ended an outage")
	for range outageAfter {
		a.noteAttempt(q, e, temporary)
	}
	a.noteAttempt(q, e, nil)
	require.Len(t, q.woken, 1, "the success after an outage ends it")
}

// TestChangeBeforeAnAttemptDoesNotDelayItsRetry has a server change, which a failed attempt retries
// after two seconds. The usual pause is one second.
func TestChangeBeforeAnAttemptDoesNotDelayItsRetry(t *testing.T) {
	for changed, pause := range map[time.Duration]time.Duration{
		-time.Second: time.Second, 200 * time.Millisecond: 2200 * time.Millisecond,
	} {
		inBubble(t, func(b *alertBot) {
			id := ofTwo(b)
			wait(2 * time.Second)
			b.news()
			everywhere := func(_, _ table.ChannelID) bool { return true }
			time.AfterFunc(changed+time.Second, func() { b.announcer.RetryIn(1, everywhere) })
			wait(time.Second)
			b.discord.set(func(d *fakeDiscord) { d.down = true })
			b.move(id)
			wait(500 * time.Millisecond)
			b.discord.set(func(d *fakeDiscord) { d.down = false })
			wait(pause - 510*time.Millisecond)
			require.Empty(t, b.news())
			wait(20 * time.Millisecond)
			require.Len(t, b.news(), 1)
		})
	}
}

// TestDiscordIsDownOnlyIfNoServerGetsAnnouncements has attempts fail or succeed, by server.
func TestDiscordIsDownOnlyIfNoServerGetsAnnouncements(t *testing.T) {
	fails, refuses := &rest.Error{Status: 503}, &rest.Error{Status: 403}
	type attempt struct {
		guild table.GuildID
		err   error
	}
	times := func(n int, a ...attempt) []attempt { return slices.Repeat(a, n) }
	for name, c := range map[string]struct {
		attempts []attempt
		down     bool
	}{
		"two failures":                      {times(outageAfter-1, attempt{1, fails}), false},
		"the only server":                   {times(outageAfter, attempt{1, fails}), true},
		"all of two servers":                {times(2, attempt{1, fails}, attempt{2, fails}), true},
		"one of two servers":                {append(times(1, attempt{2, nil}), times(9, attempt{1, fails})...), false},
		"a permission is missing":           {times(9, attempt{1, refuses}), false},
		"then one succeeds":                 {append(times(9, attempt{1, fails}), attempt{1, nil}), false},
		"one fails and another is refused":  {append(times(9, attempt{1, fails}), attempt{2, refuses}), false},
		"two fail and another is refused":   {append(times(9, attempt{1, fails}, attempt{2, fails}), attempt{3, refuses}), true},
		"servers that fail now and again":   {times(9, attempt{1, fails}, attempt{2, fails}, attempt{1, nil}), false},
		"one failed and the entry is taken": {append(times(9, attempt{1, fails}), attempt{0, nil}), false},
	} {
		t.Run(name, func(t *testing.T) {
			a := New(Options{Messages: &fakeDiscord{}})
			for _, at := range c.attempts {
				seq := uint64(at.guild)
				if at.guild == 0 {
					clear(a.taken)
					continue
				}
				if a.taken[seq] == nil {
					a.taken[seq] = &entry{takenAt: time.Now()}
				}
				a.guilds[at.guild] = true
				a.noteAttempt(&queue{guild: at.guild}, a.taken[seq], at.err)
			}
			require.Equal(t, c.down, a.Down())
		})
	}
}

// TestMessageThatAlwaysFailsIsNoOutageForEver guards against limits that never run again.
func TestMessageThatAlwaysFailsIsNoOutageForEver(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		id := ofTwo(b)
		wait(2 * time.Second)
		b.discord.set(func(d *fakeDiscord) { d.down = true })
		require.False(t, b.announcer.Down(), "no message has failed yet")
		b.move(id)
		wait(time.Minute)
		require.True(t, b.announcer.Down(), "nothing was posted for a minute")
		wait(23 * time.Hour)
		require.True(t, b.announcer.Down(), "the message is still tried")
		wait(time.Hour)
		require.False(t, b.announcer.Down(), "the message is given up")
	})
}
