package rate

import "time"

// Window counts events in a fixed stretch of time. The zero value is ready. It has no lock.
type Window struct {
	start time.Time
	count int
}

// Take counts one more event. If that exceeds the limit, it returns how long to wait and false.
func (w *Window) Take(now time.Time, limit int, length time.Duration) (wait time.Duration, ok bool) {
	if now.Sub(w.start) >= length {
		w.start, w.count = now, 0
	}
	if w.count >= limit {
		return w.start.Add(length).Sub(now), false
	}
	w.count++
	return 0, true
}
