package monitor

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// latest keeps the outcome of a call made in the background: nobody waits long, few calls are made.
type latest[T any] struct {
	call   func(ctx context.Context) (T, error)
	within time.Duration
	// age is how long an outcome is used; after a long call longer, so that calls take at most a
	// hundredth of the time. An error is used once.
	age time.Duration

	calls singleflight.Group
	mu    sync.Mutex
	began time.Time // when the last call began
	until time.Time // until when value is used
	value T
}

// get returns the last outcome. If that is too old, it waits for another call, up to wait.
func (l *latest[T]) get(ctx context.Context, wait time.Duration) (value T, err error) {
	l.mu.Lock()
	value, until := l.value, l.until
	l.mu.Unlock()
	if time.Now().Before(until) {
		return value, nil
	}
	select {
	case made := <-l.calls.DoChan("", func() (any, error) { return l.refresh() }):
		return made.Val.(T), made.Err
	case <-time.After(wait):
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return value, fmt.Errorf("there is no answer for %v", time.Since(l.began).Round(time.Second/10))
}

func (l *latest[T]) refresh() (T, error) {
	ctx, cancel := context.WithTimeout(context.Background(), l.within)
	defer cancel()
	began := time.Now()
	l.mu.Lock()
	l.began = began
	l.mu.Unlock()
	value, err := l.call(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		l.value, l.until = value, time.Now().Add(max(l.age, 100*time.Since(began)))
	}
	return l.value, err
}
