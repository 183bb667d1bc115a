package traffic

import "time"

// Window counts events in a fixed stretch of time. The zero value is ready. It has no lock.
type Window struct {
	start time.Time
	count int
}

// CountEvent counts one more event. If that exceeds the limit, it returns how long to wait and
// false.
func (w *Window) CountEvent(now time.Time, limit int, length time.Duration) (wait time.Duration, ok bool) {
	if now.Sub(w.start) >= length {
		w.start, w.count = now, 0
	}
	if w.count >= limit {
		return w.start.Add(length).Sub(now), false
	}
	w.count++
	return 0, true
}

// Count returns how many events were counted in the stretch that now is in.
func (w *Window) Count(now time.Time, length time.Duration) int {
	if now.Sub(w.start) >= length {
		return 0
	}
	return w.count
}

// Left returns how long the stretch still takes.
func (w *Window) Left(now time.Time, length time.Duration) time.Duration {
	return max(0, w.start.Add(length).Sub(now))
}
