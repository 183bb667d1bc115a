// Package giveway lets searches that nobody waits for give way to people. A search can keep a
// processor busy for seconds, and an answer to a press must not wait for that.
package giveway

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// While people wait, a search runs for busySlice, then pauses for busyPause. So it takes a 26th of
// a processor, and still ends within seconds.
const (
	busySlice = 200 * time.Microsecond
	busyPause = 5 * time.Millisecond
)

// Stop returns the function that ends a search with the context, and makes it pause while people
// wait, as busy reports. A nil busy means that nobody waits.
func Stop(ctx context.Context, busy func() bool) func() bool {
	resumed := time.Now()
	return func() bool {
		if busy != nil && time.Since(resumed) > busySlice && busy() {
			time.Sleep(busyPause)
			resumed = time.Now()
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
