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
	outboxHold     = "outbox"    // the hold of the process that sends
	takeOverEvery  = time.Second // how often another process tries to become that one
	releaseTimeout = time.Second
)

// Run sends the entries of the outbox until ctx ends, and leaves the rest to others.
func (a *Announcer) Run(ctx context.Context) {
	s := sender{announcer: a, hold: store.NewHold(a.Store, outboxHold, store.Term)}
	defer a.releaseOutbox()
	defer s.queues.Wait()
	for ctx.Err() == nil {
		pause, err := s.takeEntries(ctx)
		if err != nil && ctx.Err() == nil {
			a.Log.Error("taking entries of the outbox", slog.Any("err", err))
			_ = rest.Sleep(ctx, pause)
			continue
		}
		select {
		case <-a.Store.Added():
		case <-time.After(pause): // a process may have ended before it told others of an entry
		case <-ctx.Done():
		}
	}
}

// sender takes entries on one goroutine.
type sender struct {
	announcer *Announcer
	queues    sync.WaitGroup
	hold      *store.Hold
	since     time.Time // when this process became the one that sends, zero if it is not
	goesOn    bool      // it has taken what was there when it became that
}

// takeEntries adds new entries to their queues, or drops all if another process may send them. It
// returns when to call it again.
func (s *sender) takeEntries(ctx context.Context) (pause time.Duration, err error) {
	a := s.announcer
	mine, err := s.hold.Mine(ctx)
	since, until := s.hold.Span()
	if !mine || since != s.since {
		if !s.since.IsZero() && since.IsZero() {
			a.Log.Warn("another process has taken over announcements")
		}
		a.dropEntries()
		s.since, s.goesOn = since, false
	}
	if !mine {
		return takeOverEvery, err
	}
	if err = errors.Join(err, s.takeNew(ctx, until)); err != nil {
		if time.Now().After(until) {
			a.dropEntries()
		}
		return min(takeOverEvery, time.Until(until)), err
	}
	if a.hasEntries() { // early enough for several tries to prolong the hold
		return time.Until(until) - store.Term*2/3, nil
	}
	return store.Term / 2, nil
}

func (s *sender) takeNew(ctx context.Context, until time.Time) error {
	a := s.announcer
	a.mu.Lock()
	clear(a.settled)
	a.mu.Unlock()
	inTime := ctx
	if a.hasEntries() { // which are dropped when the hold is over
		var cancel context.CancelFunc
		inTime, cancel = context.WithDeadline(ctx, until)
		defer cancel()
	}
	found, err := a.Store.Untaken(inTime, func(seq uint64) bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.taken[seq] != nil
	})
	if err != nil || time.Now().After(until) {
		return err
	}
	for _, m := range found {
		e := newEntry(m)
		e.mustLook = !s.goesOn
		a.enqueue(ctx, &s.queues, e)
	}
	s.goesOn = true
	return nil
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
