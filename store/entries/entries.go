// Package entries is what the store needs of a database: entries in order, and changes that are
// made all or none, if what they were made from still holds. Package core keeps all of the bot's
// data in entries; store/bolt and store/postgres are the databases.
//
// # What a database has to offer
//
// A third one needs these, and no more:
//
//   - Entries in some tens of spaces, each sorted by keys of up to 300 bytes, compared byte by
//     byte. Values are never empty, and some are large: a puzzle has 100 KB.
//   - DB.Read: several ranges of one moment, in one round trip. Most calls of the bot need it once.
//   - DB.View: a long read of one moment, during which others read and write.
//   - DB.Apply: a compare and then a put, as in etcd. It looks at all entries of a change before
//     another change can touch one of them. It locks them in the order of the changes, so that no
//     two wait for each other. It is durable when it returns nil, and it is made once even if the
//     connection breaks: a call that gets no answer finds out.
//   - Change.Next: numbers that grow, with gaps. Changes that lock the same entry get theirs in the
//     order in which they are made.
//   - DB.Hold: a name that one handle has for a time, by the clock of the database.
//
// A database knows nothing of games. It may lose nothing that it has confirmed, but need not
// notice that a value was changed behind its back: package core has a checksum in each entry.
package entries

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Space holds entries of one kind.
type Space uint8

type Entry struct{ Key, Value []byte }

// Range is the entries of a space from a key up to another one, which it leaves out. The zero keys
// are the ends of the space.
type Range struct {
	Space    Space
	From, To []byte
	Back     bool // from the last one to the first
	Limit    int  // the most entries, 0 for all
}

func Single(s Space, key []byte) Range {
	return Range{Space: s, From: key, To: append(key[:len(key):len(key)], 0)}
}

// Prefix is the range of all keys with a prefix.
func Prefix(s Space, prefix []byte) Range {
	return Range{Space: s, From: prefix, To: after(prefix)}
}

// after returns the first key after those with a prefix, nil for none.
func after(prefix []byte) []byte {
	for i := len(prefix) - 1; i >= 0; i-- {
		if prefix[i] < 0xff {
			next := append([]byte{}, prefix[:i+1]...)
			next[i]++
			return next
		}
	}
	return nil
}

// Change puts, replaces, removes or only looks at an entry. Of one entry, there is one change.
type Change struct {
	Space Space
	Key   []byte
	// Was is what must be there now, and Is what will be there, nil for nothing.
	Was, Is []byte
	Blind   bool // whatever is there now
	Next    bool // adds the space's next number to the key, with 8 bytes, and is blind
}

// Sort sorts changes by space and key, the order in which they are compared and made.
func Sort(changes []Change) {
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Space, b.Space), bytes.Compare(a.Key, b.Key))
	})
}

// Conflict is the error of Apply for a change whose Was does not hold.
type Conflict struct{ Change Change }

func (c *Conflict) Error() string {
	return fmt.Sprintf("store: the entry %x of space %d has changed", c.Change.Key, c.Change.Space)
}

// DB is a handle of a database, safe for concurrent use. After Close its methods return
// [store.ErrClosed].
type DB interface {
	// Read returns the entries of each range, all of one moment. The caller may keep them.
	Read(ctx context.Context, ranges ...Range) ([][]Entry, error)
	View(ctx context.Context, read func(Reader) error) error
	// Apply makes the changes. Of several that do not hold, the error is the Conflict of the first
	// in the order of spaces and then keys. It may change the order of its argument.
	Apply(ctx context.Context, changes []Change) error
	// Hold makes this handle the only holder of a name for a time, or prolongs its hold; 0 ends it.
	// The note is for the next holder, "" to leave the one before. kept is the note, if the name is
	// mine.
	Hold(ctx context.Context, name string, ttl time.Duration, note string) (mine bool, kept string, err error)
	// Release ends all holds of this handle, and forgets their notes.
	Release(ctx context.Context) error
	// Changed receives when some handle may have added a number to a space since, and when this
	// handle has closed.
	Changed() <-chan struct{}
	// Close finishes the calls in progress. A second Close does nothing.
	Close() error
}

// Reader reads one moment. What it gives is valid only during the call that gets it.
type Reader interface {
	// Scan calls each with the entries of a range, until more is false.
	Scan(in Range, each func(key, value []byte) (more bool, err error)) error
}

type hasteKey struct{}

// Hasty returns a context for calls that somebody waits for. While the database does not answer at
// all, they fail sooner than others, so that an apology comes in time. Changes fail with the error
// of late, if it returns one: nobody waits any more.
func Hasty(ctx context.Context, late func(context.Context) error) context.Context {
	return context.WithValue(ctx, hasteKey{}, late)
}

func IsHasty(ctx context.Context) bool { return ctx.Value(hasteKey{}) != nil }

// CheckLate returns the error of late, see [Hasty]. A store asks right before a change.
func CheckLate(ctx context.Context) error {
	if late, hasty := ctx.Value(hasteKey{}).(func(context.Context) error); hasty {
		return late(ctx)
	}
	return nil
}
