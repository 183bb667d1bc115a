package rate

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

// sliding counts events in any stretch of time. That is stricter than what Discord does, which does
// not document how it counts. The zero value is ready. It has no lock.
type sliding struct{ times []time.Time }

// countEvent is [Window.CountEvent].
func (s *sliding) countEvent(now time.Time, limit int, length time.Duration) (wait time.Duration, ok bool) {
	for len(s.times) > 0 && now.Sub(s.times[0]) >= length {
		s.times = s.times[1:]
	}
	if len(s.times) >= limit {
		return s.times[0].Add(length).Sub(now), false
	}
	s.times = append(s.times, now)
	return 0, true
}
