package announce

import (
	"context"
	"slices"
	"sync"
	"time"

	"amytis/bot/tables"
	"amytis/engine/table"
	"amytis/store"
)

// queueKey names a queue. Entries of different queues do not wait for each other.
type queueKey struct {
	channel table.ChannelID
	kind    queueKind
	user    table.UserID // of direct messages, which have no channel of the table
}

// queueKind is what the entries of a queue do.
type queueKind uint8

const (
	// messages post or edit messages.
	messages queueKind = iota
	// threads open threads. A table has no other entry meanwhile.
	threads
	// strips remove the buttons and clocks of old messages.
	strips
	// directs send direct messages.
	directs
)

// keyOf returns the key of the queue of an entry.
func keyOf(d *delivery) queueKey {
	switch d.Kind {
	case tables.OpenThread:
		return queueKey{channel: d.Channel, kind: threads}
	case tables.StripButtons, tables.EndClocks:
		return queueKey{channel: d.Channel, kind: strips}
	}
	if d.Way == store.Direct {
		return queueKey{kind: directs, user: d.To}
	}
	return queueKey{channel: d.Channel, kind: messages}
}

// queue holds the entries of one key that are still to send, oldest first. Announcer.mu guards its
// fields.
type queue struct {
	*Announcer
	key     queueKey
	entries []*delivery
	// current is the entry that is being sent, nil for none.
	current *delivery
	// lost ends its request when another process has taken it over.
	lost func()
	// grown receives when an entry is added.
	grown chan struct{}
	// edited is when a live game's message was last edited.
	edited time.Time
	// shares has the senders who were served lately.
	shares map[sender]share
	// guild is the server of the current entry.
	guild table.GuildID
	// woken receives when something has changed on that server.
	woken chan struct{}
}

// enqueue adds an entry to its queue, unless it has it already. It starts a goroutine for a queue
// that has none.
func (a *Announcer) enqueue(ctx context.Context, queues *sync.WaitGroup, d *delivery) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.held[d.Seq] != nil {
		return
	}
	a.held[d.Seq], d.claimed = d, time.Now()
	at := keyOf(d)
	q, found := a.queues[at]
	if !found {
		q = &queue{
			Announcer: a, key: at, shares: map[sender]share{},
			grown: make(chan struct{}, 1), woken: make(chan struct{}, 1),
		}
		a.queues[at] = q
		queues.Go(func() { q.drive(ctx) })
	}
	q.entries = append(q.entries, d)
	select {
	case q.grown <- struct{}{}:
	default:
	}
}

// drive sends a queue's entries one after another until none is left.
func (q *queue) drive(ctx context.Context) {
	for {
		d, superseded, wait := q.next(ctx)
		switch {
		case d != nil:
			q.deliverHeld(ctx, d, superseded)
			if d.Kind == tables.FollowLive && !superseded {
				q.noteEdited()
			}
		case wait <= 0:
			return
		default:
			q.awaitEntry(ctx, wait)
		}
	}
}

// next removes the entry to send now from the queue. Without one it returns how long to wait for
// one. If that is 0, nothing is left to do and the queue is removed.
func (q *queue) next(ctx context.Context) (d *delivery, superseded bool, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	untilBeat := q.beat - now.Sub(q.edited)
	rest := max(q.forget(now), untilBeat)
	switch {
	case ctx.Err() != nil || len(q.entries) == 0 && rest <= 0:
		delete(q.queues, q.key)
		return nil, false, 0
	case len(q.entries) == 0:
		return nil, false, rest
	case untilBeat > 0 && len(q.entries) == 1 && q.entries[0].Kind == tables.FollowLive:
		return nil, false, untilBeat // a live game's message is edited at most once per beat
	}
	i, wait := q.pick(now)
	if i < 0 {
		return nil, false, wait
	}
	d = q.entries[i]
	superseded = hasNewer(q.entries[i+1:], d)
	q.entries = slices.Delete(q.entries, i, i+1)
	q.noteServed(d, now)
	return d, superseded, 0
}

// deliverHeld delivers an entry as long as this process holds it.
func (q *queue) deliverHeld(ctx context.Context, d *delivery, superseded bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if q.begin(d, cancel) {
		q.deliver(ctx, d, superseded)
		q.end(d)
	}
}

// begin notes that an entry is being sent, until lost is called. It returns false if the entry is
// lost already.
func (q *queue) begin(d *delivery, lost func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.held[d.Seq] != d {
		return false
	}
	q.current, q.lost = d, lost
	return true
}

// end notes that nothing is left to do for an entry.
func (q *queue) end(d *delivery) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.current, q.lost = nil, nil
	if q.held[d.Seq] == d {
		delete(q.held, d.Seq)
	}
}

// awaitEntry waits until the queue grows, but at most d.
func (q *queue) awaitEntry(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-q.grown:
	case <-t.C:
	}
}

// hasNewer reports whether one of the later entries replaces d, because it updates the same
// message.
func hasNewer(later []*delivery, d *delivery) bool {
	if d.Kind != tables.PostLobby && d.Kind != tables.FollowLive {
		return false
	}
	return slices.ContainsFunc(later, func(l *delivery) bool {
		return l.Kind == d.Kind && l.Table == d.Table && (d.Kind == tables.PostLobby || l.From == d.From)
	})
}

// noteEdited notes that a live game's message was edited just now.
func (q *queue) noteEdited() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.edited = time.Now()
}

// noteGuild notes the server of a queue's current entry.
func (q *queue) noteGuild(guild table.GuildID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.guild = guild
}

// RetryGuild retries at once the entries of a server that wait after a failure.
func (a *Announcer) RetryGuild(guild table.GuildID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, q := range a.queues {
		if q.guild != guild {
			continue
		}
		select {
		case q.woken <- struct{}{}:
		default:
		}
	}
}

// awaitRetry waits for d, or until the outage is over or the queue's server has changed. It reports
// whether it returned early for one of these two reasons.
func (q *queue) awaitRetry(ctx context.Context, outageOver <-chan struct{}, d time.Duration) (early bool) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-outageOver:
		return true
	case <-q.woken:
		return true
	case <-t.C:
	}
	return false
}
