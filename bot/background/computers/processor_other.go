//go:build !linux

package computers

import "time"

// measure begins to measure how long this goroutine works. took returns the time since then. The
// pauses for people count too, since these systems cannot tell the time of a single thread.
func measure() (took func() time.Duration) {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
