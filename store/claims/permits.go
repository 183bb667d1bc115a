package claims

import "time"

// permits are those of a name.
type permits struct {
	past []time.Time // when the last ones were or are due, the oldest first
	free time.Time   // none is due before
}

// Permits does the work of [store.Queues].Permits.
func (h *Handle) Permits(name string, n, limit int, span, pause time.Duration) []time.Duration {
	b, now := h.book, time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.permits[name]
	if p == nil {
		p = &permits{}
		b.permits[name] = p
	}
	p.free = latest(p.free, now.Add(pause))
	waits := make([]time.Duration, n)
	for i := range waits {
		if len(p.past) >= limit {
			p.past = p.past[len(p.past)-limit:]
			p.free = latest(p.free, p.past[0].Add(span))
		}
		p.past = append(p.past, p.free)
		waits[i] = p.free.Sub(now)
	}
	return waits
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
