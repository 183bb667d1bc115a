package monitor

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// latest keeps the outcome of a call that is made from time to time in the background. So nobody
// waits long for a call that hangs, and many readers cause few calls.
type latest[T any] struct {
	call   func(ctx context.Context) (T, error)
	within time.Duration
	// age is how long an outcome is used; after a long call longer, so that calls take at most a
	// hundredth of the time. An error is used once.
	age time.Duration

	mu      sync.Mutex
	running chan struct{} // closed when the call in progress has ended, nil for none
	began   time.Time     // when the last call began
	ended   time.Time     // when the last call ended, zero for none
	value   T
	err     error
}

// get returns the outcome of the last call. If that is too old, it waits for another call, up to
// wait, and then returns the old outcome and an error.
func (l *latest[T]) get(ctx context.Context, wait time.Duration) (T, error) {
	running := l.beginCall()
	if running != nil {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-running:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if running != nil && l.running == running {
		return l.value, fmt.Errorf("there is no answer for %v", time.Since(l.began).Round(time.Second/10))
	}
	return l.value, l.err
}

// beginCall makes a call if the last outcome is too old. It returns the call in progress, or nil.
func (l *latest[T]) beginCall() chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	took := l.ended.Sub(l.began)
	fresh := !l.ended.IsZero() && l.err == nil && time.Since(l.ended) < max(l.age, 100*took)
	if l.running != nil || fresh {
		return l.running
	}
	l.running, l.began = make(chan struct{}), time.Now()
	go l.runCall()
	return l.running
}

func (l *latest[T]) runCall() {
	ctx, cancel := context.WithTimeout(context.Background(), l.within)
	defer cancel()
	value, err := l.call(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended, l.err = time.Now(), err
	if err == nil {
		l.value = value
	}
	close(l.running)
	l.running = nil
}
