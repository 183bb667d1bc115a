// Package giveway lets searches that nobody waits for give way to people. A search for the turn
// of a computer or for a review can keep a processor busy for seconds. An answer to a press must
// not wait for that.
package giveway

import (
	"context"
	"time"
)

// While people wait, a search runs for busySlice and then pauses for busyPause. So it takes a 26th
// of one processor, and still ends within seconds.
const (
	busySlice = 200 * time.Microsecond
	busyPause = 5 * time.Millisecond
)

// Stop returns the function that ends a search with the context. While people wait, as busy
// reports, it makes the search pause again and again. A nil busy means that nobody ever waits.
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
