package store

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// Term is the usual time after which others take over the holds and queues of a dead process.
const Term = 10 * time.Second

// Hold is work that one handle of a store does for all. It is safe for concurrent use.
type Hold struct {
	store Queues
	name  string
	term  time.Duration

	mu sync.Mutex
	heldTerm
}

// heldTerm is zero without a hold.
type heldTerm struct {
	since   time.Time // when this handle got the hold
	prolong time.Time // when to prolong it
	until   time.Time // its end
	kept    string    // the note of the name
}

// NewHold returns a hold that nobody has yet. Its terms have a length; 0 is [Term].
func NewHold(s Queues, name string, term time.Duration) *Hold {
	return &Hold{store: s, name: name, term: cmp.Or(term, Term)}
}

// Mine reports whether this handle has the hold. It takes a free hold and prolongs its own: call it
// several times in a term. After an error of the store, a hold lasts until its term ends. Mine
// waits no longer than that.
func (d *Hold) Mine(ctx context.Context) (bool, error) {
	mine, _, err := d.MineWith(ctx, "")
	return mine, err
}

// Span returns since when this handle has the hold without a gap, and until when unless it prolongs
// it. Both are zero after another handle has had it.
func (d *Hold) Span() (since, until time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.since, d.until
}

// Leave gives the hold up, so that no other handle waits for the end of its term.
func (d *Hold) Leave(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heldTerm = heldTerm{}
	_, _, err := d.store.Hold(ctx, d.name, 0, "")
	return err
}

// MineWith is Mine with a note for the next holder, "" for none. The first note is stored at once,
// later ones when the hold is prolonged. kept is the last one that any handle has stored.
func (d *Hold) MineWith(ctx context.Context, note string) (mine bool, kept string, err error) {
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
	mine, kept, err = d.store.Hold(ctx, d.name, d.term, note)
	switch {
	case err != nil:
		return time.Now().Before(d.until), d.kept, err
	case mine:
		if !now.Before(d.until) { // another handle may have had it meanwhile
			d.since = now
		}
		d.heldTerm = heldTerm{d.since, now.Add(d.term / 3), now.Add(d.term), kept}
	default:
		d.heldTerm = heldTerm{}
	}
	return mine, kept, nil
}
