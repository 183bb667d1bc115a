package bot

import "sync"

// recent remembers which interactions came lately. Discord delivers some twice,
// and of the two the second would find its move not legal any more, and might
// say so before the first has said that it was done. That none is committed
// twice does not depend on this memory: the store sees to it.
type recent struct {
	mu   sync.Mutex
	seen map[string]bool
	ring [recentInteractions]string
	next int
}

const recentInteractions = 4096

func newRecent() *recent { return &recent{seen: make(map[string]bool, recentInteractions)} }

// first reports whether an interaction has not come before.
func (r *recent) first(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[id] {
		return false
	}
	delete(r.seen, r.ring[r.next])
	r.ring[r.next], r.seen[id] = id, true
	r.next = (r.next + 1) % len(r.ring)
	return true
}
