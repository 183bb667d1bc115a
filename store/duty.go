package store

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// Lease is the usual time after which others take over the duties and queues of a process that
// died.
const Lease = 10 * time.Second

// Duty is work that one handle of a store does for all. It is safe for concurrent use.
type Duty struct {
	store Queues
	name  string
	term  time.Duration

	mu sync.Mutex
	// prolong is when to prolong the hold, and until its end; both are zero without one.
	prolong, until time.Time
}

// NewDuty returns a duty that nobody has yet. Its terms have a length; 0 is [Lease].
func NewDuty(s Queues, name string, term time.Duration) *Duty {
	return &Duty{store: s, name: name, term: cmp.Or(term, Lease)}
}

// Mine reports whether this handle has the duty. It takes a free duty and prolongs its own, so it
// must be called several times in a term. After an error of the store, a duty lasts until its term
// ends.
func (d *Duty) Mine(ctx context.Context) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if now.Before(d.prolong) {
		return true, nil
	}
	mine, err := d.store.Hold(ctx, d.name, d.term)
	switch {
	case err != nil:
		return now.Before(d.until), err
	case mine:
		d.prolong, d.until = now.Add(d.term/3), now.Add(d.term)
	default:
		d.prolong, d.until = time.Time{}, time.Time{}
	}
	return mine, nil
}
