package bolt

import (
	"math"
	"sync"
)

// readers notes which transactions the calls in progress may read.
type readers struct {
	mu     sync.Mutex
	active map[uint64]int // the number of calls by transaction
}

func newReaders() *readers { return &readers{active: map[uint64]int{}} }

// enter notes a call that reads the given transaction or a later one, until it calls leave.
func (r *readers) enter(tx uint64) (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.active[tx]++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.active[tx]--; r.active[tx] == 0 {
			delete(r.active, tx)
		}
	}
}

// oldest returns the first transaction that a call may read.
func (r *readers) oldest() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := uint64(math.MaxUint64)
	for tx := range r.active {
		first = min(first, tx)
	}
	return first
}
