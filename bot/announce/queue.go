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

// queue holds the entries of one channel that are still to send, oldest first.
type queue struct {
	entries []store.Message
	// grown receives when an entry is added.
	grown chan struct{}
	// edited is when a live game's message was last edited.
	edited time.Time
	// guild is the server of the current entry.
	guild table.GuildID
	// woken receives when something has changed on that server.
	woken chan struct{}
}

// enqueue adds an entry to its channel's queue. It starts a goroutine for a queue that has none.
func (a *Announcer) enqueue(ctx context.Context, queues *sync.WaitGroup, m store.Message) {
	a.mu.Lock()
	defer a.mu.Unlock()
	q, found := a.queues[m.Channel]
	if !found {
		q = &queue{grown: make(chan struct{}, 1), woken: make(chan struct{}, 1)}
		a.queues[m.Channel] = q
		queues.Go(func() { a.drive(ctx, m.Channel, q) })
	}
	q.entries = append(q.entries, m)
	select {
	case q.grown <- struct{}{}:
	default:
	}
}

// drive sends a queue's entries one after another until none is left. It edits a live game's
// message at most once per beat.
func (a *Announcer) drive(ctx context.Context, id table.ChannelID, q *queue) {
	for {
		a.mu.Lock()
		untilBeat := a.beat - time.Since(q.edited)
		idle := len(q.entries) == 0
		if ctx.Err() != nil || idle && untilBeat <= 0 {
			delete(a.queues, id)
			a.mu.Unlock()
			return
		}
		if untilBeat > 0 && (idle || len(q.entries) == 1 && q.entries[0].Kind == tables.FollowLive) {
			a.mu.Unlock()
			q.awaitEntry(ctx, untilBeat)
			continue
		}
		m := q.entries[0]
		q.entries = q.entries[1:]
		superseded := hasNewer(q.entries, m)
		a.mu.Unlock()
		a.deliver(ctx, q, m, superseded)
		if m.Kind == tables.FollowLive && !superseded {
			q.edited = time.Now()
		}
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

// hasNewer reports whether one of the later entries replaces m, because it updates the same
// message.
func hasNewer(entries []store.Message, m store.Message) bool {
	if m.Kind != tables.PostLobby && m.Kind != tables.FollowLive {
		return false
	}
	return slices.ContainsFunc(entries, func(later store.Message) bool {
		return later.Kind == m.Kind && later.Table == m.Table && (m.Kind == tables.PostLobby || later.From == m.From)
	})
}

// setGuild notes the server of a queue's current entry.
func (a *Announcer) setGuild(q *queue, guild table.GuildID) {
	a.mu.Lock()
	defer a.mu.Unlock()
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
