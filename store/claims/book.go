// Package claims keeps in memory which handle has which queue of an outbox, for stores that one
// process has to itself. It holds no messages.
package claims

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"amytis/engine/table"
)

// Entry is an entry of the outbox.
type Entry struct {
	Seq     uint64
	Channel table.ChannelID
	// Given says that a handle has had the entry, which may have been in an earlier process.
	Given bool
}

// entry is an entry that is not settled.
type entry struct {
	Entry
	// out says that the owner of its queue has it.
	out bool
}

// Book knows the outbox's entries, and which handle has the queue of which channel. It is safe for
// concurrent use. Make it with NewBook.
type Book struct {
	mu      sync.Mutex
	entries map[uint64]*entry
	queues  map[table.ChannelID]*queue
	// free has the entries that no handle has now, by Seq. Settled ones may still be in it.
	free    []*entry
	handles []*Handle
	holds   map[string]hold
	permits map[string]*permits
}

// queue is the entries of a channel.
type queue struct {
	entries []*entry // by Seq
	owner   *Handle  // nil for none
	until   time.Time
}

// hold is what a handle does for all.
type hold struct {
	by    *Handle
	until time.Time
}

// NewBook returns a book without entries.
func NewBook() *Book {
	return &Book{
		entries: map[uint64]*entry{}, queues: map[table.ChannelID]*queue{}, holds: map[string]hold{},
		permits: map[string]*permits{},
	}
}

// Change adds entries to the outbox, by Seq and above all before, and removes settled ones.
func (b *Book) Change(added []Entry, settled []uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range added {
		e := &entry{Entry: a}
		q := b.queues[e.Channel]
		if q == nil {
			q = &queue{}
			b.queues[e.Channel] = q
		}
		q.entries = append(q.entries, e)
		b.entries[e.Seq] = e
		b.free = append(b.free, e)
	}
	for _, seq := range settled {
		b.remove(seq)
	}
	if len(added) > 0 {
		b.wake()
	}
}

// remove removes a settled entry. The caller holds mu.
func (b *Book) remove(seq uint64) {
	e := b.entries[seq]
	if e == nil {
		return
	}
	delete(b.entries, seq)
	q := b.queues[e.Channel]
	i := slices.Index(q.entries, e)
	q.entries = slices.Delete(q.entries, i, i+1)
	if len(q.entries) == 0 {
		delete(b.queues, e.Channel)
	}
}

// wake has all handles look for entries again. The caller holds mu.
func (b *Book) wake() {
	for _, h := range b.handles {
		h.signal()
	}
}

// leave takes a queue from its owner. The caller holds mu.
func (b *Book) leave(q *queue) {
	q.owner = nil
	b.putBack(q.entries)
}

// putBack makes those of the entries free that a handle has. The caller holds mu.
func (b *Book) putBack(entries []*entry) {
	for _, e := range entries {
		if e.out {
			e.out = false
			b.free = append(b.free, e)
		}
	}
	slices.SortFunc(b.free, func(x, y *entry) int { return cmp.Compare(x.Seq, y.Seq) })
}
