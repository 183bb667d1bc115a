package announce

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"amytis/bot/discord/rest"
	"amytis/store"
)

// One process sends. When it dies, another takes over, and no message is sent twice.

const (
	renewEvery     = store.Term / 3
	renewRetry     = time.Second
	releaseTimeout = time.Second
)

// Run sends the entries of the outbox until ctx ends, and leaves the rest to others.
func (a *Announcer) Run(ctx context.Context) {
	c := sender{announcer: a}
	defer a.releaseOutbox()
	defer c.queues.Wait()
	for ctx.Err() == nil {
		if c.lapsed || a.hasEntries() && time.Since(c.renewed) >= renewEvery {
			c.renewHold(ctx)
		} else {
			c.takeEntries(ctx)
		}
	}
}

// sender takes entries on one goroutine, so that no renewal tells of a loss from before a Take.
type sender struct {
	announcer *Announcer
	queues    sync.WaitGroup
	renewed   time.Time // when this process last knew that it is the sender
	lapsed    bool      // the store has failed for so long that another may be the sender
}

// takeEntries waits for entries and adds them to their queues, in time for the next renewal.
func (c *sender) takeEntries(ctx context.Context) {
	hadEntries := c.announcer.hasEntries()
	waiting := ctx
	if hadEntries {
		due, cancel := context.WithDeadline(ctx, c.renewed.Add(renewEvery))
		defer cancel()
		waiting = due
	}
	page, err := c.announcer.Store.Take(waiting, outboxPage, store.Term)
	if !hadEntries {
		c.renewed = time.Now()
	}
	for _, m := range page {
		c.announcer.enqueue(ctx, &c.queues, newEntry(m))
	}
	if err != nil && waiting.Err() == nil {
		c.announcer.Log.Error("taking entries of the outbox", slog.Any("err", err))
		_ = rest.Sleep(waiting, storeRetryMax)
	}
}

// renewHold goes on as the sender, or drops the entries: Take returns them to the next sender.
func (c *sender) renewHold(ctx context.Context) {
	began := time.Now()
	bounded, cancel := context.WithTimeout(ctx, renewEvery)
	defer cancel()
	mine, err := c.announcer.Store.Prolong(bounded, store.Term)
	if err == nil && c.lapsed {
		err = c.announcer.Store.Release(bounded) // Take gives again what was dropped
	}
	switch {
	case err == nil:
		if !mine {
			c.announcer.Log.Warn("another process has taken over announcements")
			c.announcer.dropEntries()
		}
		c.renewed, c.lapsed = began, false
		return
	case ctx.Err() != nil:
		return
	case time.Since(c.renewed) >= store.Term-renewRetry: // the next try may come too late
		c.announcer.dropEntries()
		c.lapsed = true
	}
	c.announcer.Log.Error("renewing the hold of the outbox", slog.Any("err", err))
	_ = rest.Sleep(ctx, renewRetry)
}

func (a *Announcer) hasEntries() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.taken) > 0
}

// dropEntries forgets all entries, and ends their requests.
func (a *Announcer) dropEntries() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, e := range a.taken {
		e.lost()
	}
	clear(a.taken)
}

// releaseOutbox leaves the outbox to other processes.
func (a *Announcer) releaseOutbox() {
	a.dropEntries()
	ctx, cancel := context.WithTimeout(context.Background(), releaseTimeout)
	defer cancel()
	if err := a.Store.Release(ctx); err != nil && !errors.Is(err, store.ErrClosed) {
		a.Log.Warn("cannot give up the outbox, so other processes wait", slog.Any("err", err))
	}
}

const (
	flushPause = 2 * time.Millisecond
	// flushIdle is how long Flush waits for this process to take what is still in the outbox.
	flushIdle = time.Second
)

// Flush waits until this process can send nothing more, but at most d.
func (a *Announcer) Flush(d time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	for busy := time.Now(); time.Since(busy) < flushIdle; {
		left, err := a.Store.Outbox(ctx, 0, 1)
		if err != nil || len(left) == 0 || rest.Sleep(ctx, flushPause) != nil {
			return
		}
		if a.hasEntries() {
			busy = time.Now()
		}
	}
}
