package bolt

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"amytis/engine/table"
)

// leases knows the entries of the outbox, and which handle has the queue of which channel. It is
// only in memory, since one process has the file.
type leases struct {
	mu      sync.Mutex
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
	// given says that a handle has had the entry, perhaps in an earlier process. out says that the
	// owner of its queue has it.
	given, out bool
}

// lease is the queue of a channel, or a name, which a handle has until a time. by is nil for none.
type lease struct {
	by      *queues
	until   time.Time
	entries int    // of the queue
	note    string // of the name
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

// find needs mu.
func (l *leases) find(seq uint64) (place int, found bool) {
	return slices.BinarySearchFunc(l.entries, seq, func(e *entry, seq uint64) int { return cmp.Compare(e.seq, seq) })
}

// wake has all handles look for entries again. It needs mu.
func (l *leases) wake() {
	if l.grown != nil {
		close(l.grown)
		l.grown = nil
	}
}

// leave frees a queue and its entries. It needs mu.
func (l *leases) leave(channel table.ChannelID) {
	l.queues[channel].by = nil
	for _, e := range l.entries {
		e.out = e.out && e.channel != channel
	}
}

// endLeases takes the queues whose time is over from the other handles. It returns when the first
// of their other leases ends, 0 for none. It needs mu.
func (l *leases) endLeases(q *queues, now time.Time) (pause time.Duration) {
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

// take leases free queues to a handle and returns at most limit of their entries as they were
// before. Without entries it returns what to wait for: more is closed when there may be some, and
// after the pause, unless that is 0, another handle's lease ends.
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
		// It may be settled by now, or another handle may have it.
		if i, found := l.find(t.seq); found && l.queues[t.channel].by == q {
			*l.entries[i] = t
		}
	}
	l.wake()
}

// renew prolongs a handle's leases, and returns the channels of those that it has lost.
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

func (l *leases) release(q *queues) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for channel, of := range l.queues {
		if of.by == q {
			l.leave(channel)
		}
	}
	for name, hold := range l.holds {
		if hold.by == q {
			delete(l.holds, name)
		}
	}
	l.wake()
}

// maySettle reports whether no other handle has the entry's queue.
func (l *leases) maySettle(q *queues, seq uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i, found := l.find(seq)
	return !found || l.queues[l.entries[i].channel].isFree(q)
}

func (l lease) isFree(q *queues) bool {
	return l.by == nil || l.by == q || !l.until.After(time.Now())
}

func (l *leases) hold(q *queues, name string, ttl time.Duration, note string) (mine bool, kept string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.holds[name].isFree(q) {
		return false, ""
	}
	kept = cmp.Or(note, l.holds[name].note)
	l.holds[name] = lease{by: q, until: time.Now().Add(ttl), note: kept}
	return true, kept
}

// permits are the permits of a name.
type permits struct {
	times []time.Time // from when the last ones count, the oldest first
	free  time.Time   // the next one does not count before
}

func (l *leases) takePermits(name string, n, limit int, span, pause time.Duration) []time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, now := l.permits[name], time.Now()
	if p == nil {
		p = &permits{}
		l.permits[name] = p
	}
	p.free = slices.MaxFunc([]time.Time{p.free, now.Add(pause)}, time.Time.Compare)
	waits := make([]time.Duration, n)
	for i := range waits {
		if len(p.times) >= limit {
			p.times = p.times[len(p.times)-limit:]
			p.free = slices.MaxFunc([]time.Time{p.free, p.times[0].Add(span)}, time.Time.Compare)
		}
		p.times = append(p.times, p.free)
		waits[i] = p.free.Sub(now)
	}
	return waits
}
