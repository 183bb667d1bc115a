// Package progress tells how far long work is. The work reports to the listener in
// its context; without one, reporting costs nothing. How it is shown is the listener's matter.
package progress

import (
	"context"
	"sync"
	"time"
)

// Listener is told how much of a part of the work is done. It is called from time to time, by one
// goroutine at a time.
type Listener func(what string, done, total int64)

type listenerKey struct{}

// With returns a context whose work tells a listener how far it is, nil for nobody.
func With(ctx context.Context, l Listener) context.Context {
	return context.WithValue(ctx, listenerKey{}, l)
}

// As returns a context whose work is called something else.
func As(ctx context.Context, what string) context.Context {
	l := listener(ctx)
	if l == nil {
		return ctx
	}
	return With(ctx, func(_ string, done, total int64) { l(what, done, total) })
}

// Tell tells the context's listener how far another program is.
func Tell(ctx context.Context, what string, done, total int64) {
	if l := listener(ctx); l != nil {
		l(what, done, total)
	}
}

// listener returns the context's listener, nil if there is none.
func listener(ctx context.Context) Listener {
	l, _ := ctx.Value(listenerKey{}).(Listener)
	return l
}

// Part is a part of the work with a known size. It is safe for concurrent use, and nil is a part
// that nobody listens to.
type Part struct {
	tell  Listener
	what  string
	total int64

	mu   sync.Mutex
	done int64
	told time.Time
}

// pause is the time between two calls of a listener.
const pause = 100 * time.Millisecond

// Begin returns a part of the work that the context is for. total is called if somebody listens.
func Begin(ctx context.Context, what string, total func() int64) *Part {
	l := listener(ctx)
	if l == nil {
		return nil
	}
	p := &Part{tell: l, what: what, total: total(), told: time.Now()}
	l(what, 0, p.total)
	return p
}

// Add says that more is done.
func (p *Part) Add(n int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if now := time.Now(); now.Sub(p.told) >= pause || p.done == p.total {
		p.told = now
		p.tell(p.what, p.done, p.total)
	}
}

// Count returns a function that returns n, for Begin.
func Count[N ~int | ~int64 | ~uint64](n N) func() int64 { return func() int64 { return int64(n) } }
