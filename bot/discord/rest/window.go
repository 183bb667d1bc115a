package rest

import (
	"context"
	"sync"
	"time"
)

// window admits at most a fixed number of events in any span of time. Discord counts identifies
// (per day) and requests (per second) in this way. It remembers the times of the last events, so
// there is no burst at a boundary.
type window struct {
	mu   sync.Mutex
	span time.Duration
	past []time.Time // a ring: next is the oldest
	next int
}

func newWindow(limit int, span time.Duration) *window {
	return &window{span: span, past: make([]time.Time, max(limit, 1))}
}

// wait takes the next free time and sleeps until then. If the caller gives up, its time stays
// taken, so that at worst too few events are admitted.
func (w *window) wait(ctx context.Context) error {
	return Sleep(ctx, time.Until(w.reserve(time.Now())))
}

func (w *window) reserve(now time.Time) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := now
	if free := w.past[w.next].Add(w.span); !w.past[w.next].IsZero() && free.After(now) {
		at = free
	}
	w.past[w.next] = at
	w.next = (w.next + 1) % len(w.past)
	return at
}

// Sleep waits for d or the end of the context, whose error it returns.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
