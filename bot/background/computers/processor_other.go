//go:build !linux

package computers

import "time"

// measure measures the time until took is called, with the pauses for people: these systems cannot
// tell the time of a thread.
func measure() (took func() time.Duration) {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
