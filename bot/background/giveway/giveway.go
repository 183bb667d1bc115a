// Package giveway lets searches, which can keep a processor busy for seconds, give way to people.
package giveway

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// While people wait, a search runs for busySlice, pauses for busyPause: a 26th of a processor.
const (
	busySlice = 200 * time.Microsecond
	busyPause = 5 * time.Millisecond
)

// Stop returns the function that ends a search with the context, and makes it pause while people
// wait, as busy reports. A nil busy means that nobody waits. The pauses add to paused.
func Stop(ctx context.Context, busy func() bool, paused *time.Duration) func() bool {
	resumed := time.Now()
	return func() bool {
		if busy != nil && time.Since(resumed) > busySlice && busy() {
			began := time.Now()
			time.Sleep(busyPause)
			resumed = time.Now()
			*paused += resumed.Sub(began)
		}
		return ctx.Err() != nil
	}
}

// Guard turns a panic of a search, or of what follows it, into an error.
func Guard(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}
