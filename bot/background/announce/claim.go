package announce

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"amytis/bot/discord/rest"
	"amytis/engine/table"
	"amytis/store"
)

// Several processes may share the outbox. Each claims the queues of whole channels, and renews its
// leases of them while it has entries. So the queues of a process that dies go to others, and no
// message is sent twice.

const (
	// renewRetry is the pause after a renewal that failed.
	renewRetry = time.Second
	// releaseTimeout limits the wait for the store at the end.
	releaseTimeout = time.Second
)

// Run sends the entries of the outbox until ctx ends. It returns when all requests have ended, and
// leaves the rest to other processes or to the next Run.
func (a *Announcer) Run(ctx context.Context) {
	c := claimer{announcer: a}
	defer a.release()
	defer c.queues.Wait()
	for ctx.Err() == nil {
		if c.lapsed || a.holds() && time.Since(c.renewed) >= a.renewEvery() {
			c.renew(ctx)
		} else {
			c.claim(ctx)
		}
	}
}

// claimer claims entries for an Announcer, on one goroutine. So no renewal can tell of a loss from
// before the claim that follows it.
type claimer struct {
	announcer *Announcer
	queues    sync.WaitGroup
	// renewed is when all leases were made or renewed, or a later one was made.
	renewed time.Time
	// lapsed says that the leases may have ended without notice, since the store failed.
	lapsed bool
}

// claim waits for entries and adds them to their queues. It returns in time for the next renewal.
func (c *claimer) claim(ctx context.Context) {
	holds, waiting := c.announcer.holds(), ctx
	if holds {
		due, cancel := context.WithDeadline(ctx, c.renewed.Add(c.announcer.renewEvery()))
		defer cancel()
		waiting = due
	}
	page, err := c.announcer.store.Claim(waiting, outboxPage, c.announcer.lease)
	if !holds {
		c.renewed = time.Now()
	}
	for _, m := range page {
		c.announcer.enqueue(ctx, &c.queues, newEntry(m))
	}
	if err != nil && waiting.Err() == nil {
		c.announcer.log.Error("claiming entries of the outbox", slog.Any("err", err))
		_ = rest.Sleep(waiting, storeRetryMax)
	}
}

// renew renews the leases, and drops the entries of those that are lost. If it fails for so long
// that all may be lost, it drops all entries. Then the next claims return those that are still to
// be sent.
func (c *claimer) renew(ctx context.Context) {
	began := time.Now()
	bounded, cancel := context.WithTimeout(ctx, c.announcer.renewEvery())
	defer cancel()
	lost, err := c.announcer.store.Renew(bounded, c.announcer.lease)
	if err == nil && c.lapsed {
		err = c.announcer.store.Release(bounded)
	}
	switch {
	case err == nil:
		if len(lost) > 0 {
			c.announcer.log.Warn("another process has taken over announcements", slog.Int("channels", len(lost)))
		}
		c.announcer.drop(func(channel table.ChannelID) bool { return slices.Contains(lost, channel) })
		c.renewed, c.lapsed = began, false
		return
	case ctx.Err() != nil:
		return
	case time.Since(c.renewed) >= c.announcer.lease:
		c.announcer.drop(func(table.ChannelID) bool { return true })
		c.lapsed = true
	}
	c.announcer.log.Error("renewing the claims of the outbox", slog.Any("err", err))
	pause := renewRetry
	if left := c.announcer.lease - time.Since(c.renewed); left > 0 {
		pause = min(pause, left)
	}
	_ = rest.Sleep(ctx, pause)
}

// renewEvery is how often leases are renewed.
func (a *Announcer) renewEvery() time.Duration { return a.lease / 3 }

// holds reports whether claimed entries are still to be settled.
func (a *Announcer) holds() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.claims) > 0
}

// drop forgets the entries of the channels that are lost, and ends their requests.
func (a *Announcer) drop(lost func(table.ChannelID) bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for seq, e := range a.claims {
		if lost(e.Channel) {
			e.lost()
			delete(a.claims, seq)
		}
	}
}

// release gives up the queues of the outbox.
func (a *Announcer) release() {
	a.mu.Lock()
	clear(a.claims)
	a.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), releaseTimeout)
	defer cancel()
	if err := a.store.Release(ctx); err != nil && !errors.Is(err, store.ErrClosed) {
		a.log.Warn("cannot give up the outbox, so other processes wait", slog.Any("err", err))
	}
}

const (
	// flushPause is the time between two looks at the outbox in Flush.
	flushPause = 2 * time.Millisecond
	// flushIdle is how long Flush waits for a claim of what is still in the outbox.
	flushIdle = time.Second
)

// Flush waits until the outbox has nothing left that this process can send, but at most d. What it
// does not get within a second belongs to others.
func (a *Announcer) Flush(d time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	for busy := time.Now(); time.Since(busy) < flushIdle; {
		left, err := a.store.Outbox(ctx, 0, 1)
		if err != nil || len(left) == 0 || rest.Sleep(ctx, flushPause) != nil {
			return
		}
		if a.holds() {
			busy = time.Now()
		}
	}
}
