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
	kept           string // the note of the name, with a hold
}

// NewDuty returns a duty that nobody has yet. Its terms have a length; 0 is [Lease].
func NewDuty(s Queues, name string, term time.Duration) *Duty {
	return &Duty{store: s, name: name, term: cmp.Or(term, Lease)}
}

// Mine reports whether this handle has the duty. It takes a free duty and prolongs its own, so it
// must be called several times in a term. After an error of the store, a duty lasts until its term
// ends, and so long does Mine wait.
func (d *Duty) Mine(ctx context.Context) (bool, error) {
	mine, _, err := d.MineWith(ctx, "")
	return mine, err
}

// Leave gives the duty up, so that no other handle waits for the end of its term.
func (d *Duty) Leave(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.prolong, d.until, d.kept = time.Time{}, time.Time{}, ""
	_, _, err := d.store.HoldWith(ctx, d.name, 0, "")
	return err
}

// MineWith is Mine with a note for the next handle that has the duty, "" for none. It is stored
// when the duty is prolonged, the first one at once. kept is the last that any handle has stored.
func (d *Duty) MineWith(ctx context.Context, note string) (mine bool, kept string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if now.Before(d.prolong) && (note == "" || d.kept != "") {
		return true, d.kept, nil
	}
	if now.Before(d.until) {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, d.until)
		defer cancel()
	}
	mine, kept, err = d.store.HoldWith(ctx, d.name, d.term, note)
	switch {
	case err != nil:
		return time.Now().Before(d.until), d.kept, err
	case mine:
		d.prolong, d.until, d.kept = now.Add(d.term/3), now.Add(d.term), kept
	default:
		d.prolong, d.until, d.kept = time.Time{}, time.Time{}, ""
	}
	return mine, kept, nil
}
