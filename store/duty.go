package store

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// Lease is for how long a process usually has a duty or a queue that it does not prolong. So others
// take over the work of a process that died about that much later.
const Lease = 10 * time.Second

// Duty is work that one handle of a store does for all, such as what is due at a time. It is safe
// for concurrent use. Make it with NewDuty.
type Duty struct {
	store Queues
	name  string
	term  time.Duration

	mu sync.Mutex
	// prolong is when the hold must be prolonged, and until when it ends; both are zero without
	// one.
	prolong, until time.Time
}

// NewDuty returns the duty with a name, for terms of a length; 0 is [Lease]. Nobody has it before
// Mine.
func NewDuty(s Queues, name string, term time.Duration) *Duty {
	return &Duty{store: s, name: name, term: cmp.Or(term, Lease)}
}

// Mine reports whether this handle has the duty. It takes a duty that no other has, and prolongs
// its own from time to time, so it must be called more often than that. An error is that of the
// store; a duty then stays as it is until its term ends.
func (d *Duty) Mine(ctx context.Context) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if now.Before(d.prolong) {
		return true, nil
	}
	held, err := d.store.Hold(ctx, d.name, d.term)
	switch {
	case err != nil:
		return now.Before(d.until), err
	case held:
		d.prolong, d.until = now.Add(d.term/3), now.Add(d.term)
	default:
		d.prolong, d.until = time.Time{}, time.Time{}
	}
	return held, nil
}
