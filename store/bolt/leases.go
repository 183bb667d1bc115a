package bolt

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"amytis/engine/table"
)

// leases knows the entries of the outbox, and which handle has the queue of which channel. One
// process has the file, so that it is only in memory.
type leases struct {
	mu      sync.Mutex
	handles int
	entries []*entry // by seq
	queues  map[table.ChannelID]*lease
	holds   map[string]lease
	permits map[string]*permits
	// grown is closed when there may be more to claim; nil if nobody waits.
	grown chan struct{}
}

// entry is an entry of the outbox that is not settled.
type entry struct {
	seq     uint64
	channel table.ChannelID
	// given says that a handle has had the entry, which may have been in an earlier process. out
	// says that the owner of its queue has it.
	given, out bool
}

// lease is what a handle has until a time: the queue of a channel, or a name. by is nil for none.
type lease struct {
	by      *queues
	until   time.Time
	entries int // of the queue
}

func newLeases() *leases {
	return &leases{queues: map[table.ChannelID]*lease{}, holds: map[string]lease{}, permits: map[string]*permits{}}
}

// change adds entries, by seq and above all before, and removes settled ones.
func (l *leases) change(added []entry, settled []uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range added {
		if l.queues[e.channel] == nil {
			l.queues[e.channel] = &lease{}
		}
		l.queues[e.channel].entries++
		l.entries = append(l.entries, &e)
	}
	for _, seq := range settled {
		i, found := l.find(seq)
		if !found {
			continue
		}
		q := l.queues[l.entries[i].channel]
		if q.entries--; q.entries == 0 {
			delete(l.queues, l.entries[i].channel)
		}
		l.entries = slices.Delete(l.entries, i, i+1)
	}
	if len(added) > 0 {
		l.wake()
	}
}

// find returns the place of an entry. The caller holds mu.
func (l *leases) find(seq uint64) (place int, found bool) {
	return slices.BinarySearchFunc(l.entries, seq, func(e *entry, seq uint64) int { return cmp.Compare(e.seq, seq) })
}

// wake has all handles look for entries again. The caller holds mu.
func (l *leases) wake() {
	if l.grown != nil {
		close(l.grown)
		l.grown = nil
	}
}

// leave takes a queue from its owner. The entries that it had are free again. The caller holds mu.
func (l *leases) leave(channel table.ChannelID) {
	l.queues[channel].by = nil
	for _, e := range l.entries {
		e.out = e.out && e.channel != channel
	}
}

// endLeases takes the queues whose time is over from the other handles. It returns how long the
// first of their other leases lasts, 0 if there is none. The caller holds mu.
func (l *leases) endLeases(q *queues, now time.Time) (pause time.Duration) {
	if l.handles == 1 {
		return 0
	}
	for channel, of := range l.queues {
		switch left := of.until.Sub(now); {
		case of.by == nil || of.by == q:
		case left <= 0:
			of.by.lost = append(of.by.lost, channel)
			l.leave(channel)
		case pause == 0 || left < pause:
			pause = left
		}
	}
	return pause
}

// take leases free queues to a handle and returns their entries as they were before, at most limit
// of them. Without entries it returns what to wait for: more is closed when there may be some, and
// after the pause a lease of another handle ends, unless it is 0.
func (l *leases) take(q *queues, limit int, term time.Duration) (
	taken []entry, more <-chan struct{}, pause time.Duration,
) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	pause = l.endLeases(q, now)
	for _, e := range l.entries {
		of := l.queues[e.channel]
		if e.out || of.by != nil && of.by != q || slices.Contains(q.lost, e.channel) {
			continue
		}
		if len(taken) == limit {
			break
		}
		taken = append(taken, *e)
		of.by, of.until = q, now.Add(term)
		e.given, e.out = true, true
	}
	if l.grown == nil {
		l.grown = make(chan struct{})
	}
	return taken, l.grown, pause
}

// giveBack undoes take.
func (l *leases) giveBack(q *queues, taken []entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range taken {
		// Meanwhile it may be settled, or another handle may have it.
		if i, found := l.find(t.seq); found && l.queues[t.channel].by == q {
			*l.entries[i] = t
		}
	}
	l.wake()
}

// renew prolongs the leases of a handle, and returns the channels of those that it has lost.
func (l *leases) renew(q *queues, term time.Duration) (lost []table.ChannelID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, of := range l.queues {
		if of.by == q {
			of.until = time.Now().Add(term)
		}
	}
	if lost, q.lost = q.lost, nil; len(lost) > 0 {
		l.wake() // they may be free
	}
	return lost
}

// release gives up all leases and holds of a handle.
func (l *leases) release(q *queues) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for channel, of := range l.queues {
		if of.by == q {
			l.leave(channel)
		}
	}
	for name, held := range l.holds {
		if held.by == q {
			delete(l.holds, name)
		}
	}
	l.wake()
}

// maySettle reports whether a handle may settle an entry: no other handle has its queue.
func (l *leases) maySettle(q *queues, seq uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i, found := l.find(seq)
	return !found || l.queues[l.entries[i].channel].isFree(q)
}

// isFree reports whether a handle may have what the lease is about.
func (l lease) isFree(q *queues) bool {
	return l.by == nil || l.by == q || !l.until.After(time.Now())
}

// hold does the work of Hold.
func (l *leases) hold(q *queues, name string, ttl time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.holds[name].isFree(q) {
		return false
	}
	l.holds[name] = lease{by: q, until: time.Now().Add(ttl)}
	return true
}

// permits are those of a name.
type permits struct {
	past []time.Time // when the last ones were or are due, the oldest first
	free time.Time   // none is due before
}

// takePermits does the work of Permits.
func (l *leases) takePermits(name string, n, limit int, span, pause time.Duration) []time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, now := l.permits[name], time.Now()
	if p == nil {
		p = &permits{}
		l.permits[name] = p
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
