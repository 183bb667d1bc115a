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

// queue holds the entries of a channel.
type queue struct {
	entries []store.Message
	// grown receives when an entry is added.
	grown chan struct{}
	// changed is when a live game's message was changed last.
	changed time.Time
	// guild is the server of the entry that is tried, and woken receives when something has changed
	// there.
	guild table.GuildID
	woken chan struct{}
}

// enqueue adds an entry to its channel's queue, and starts the queue if it stands.
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

// drive sends a queue's entries one after another until it is empty. A message that follows a live
// game is changed at every beat at most.
func (a *Announcer) drive(ctx context.Context, id table.ChannelID, q *queue) {
	for {
		a.mu.Lock()
		rest := a.beat - time.Since(q.changed)
		idle := len(q.entries) == 0
		if ctx.Err() != nil || idle && rest <= 0 {
			delete(a.queues, id)
			a.mu.Unlock()
			return
		}
		if rest > 0 && (idle || len(q.entries) == 1 && q.entries[0].Kind == tables.FollowLive) {
			a.mu.Unlock()
			q.wait(ctx, rest)
			continue
		}
		m := q.entries[0]
		q.entries = q.entries[1:]
		superseded := hasNewer(q.entries, m)
		a.mu.Unlock()
		a.deliver(ctx, q, m, superseded)
		if m.Kind == tables.FollowLive && !superseded {
			q.changed = time.Now()
		}
	}
}

// wait waits for a while, but no longer than until the queue grows.
func (q *queue) wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-q.grown:
	case <-t.C:
	}
}

// hasNewer reports whether a later entry makes one needless: it brings the same message up to date.
func hasNewer(entries []store.Message, m store.Message) bool {
	if m.Kind != tables.PostLobby && m.Kind != tables.FollowLive {
		return false
	}
	return slices.ContainsFunc(entries, func(later store.Message) bool {
		return later.Kind == m.Kind && later.Table == m.Table && (m.Kind == tables.PostLobby || later.From == m.From)
	})
}

// place says on which server a queue's entry is tried.
func (a *Announcer) place(q *queue, guild table.GuildID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	q.guild = guild
}

// RetryGuild has entries that wait on a server tried again.
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

// rest waits for a while, but no longer than until Discord is back or something has changed on the
// queue's server.
func (q *queue) rest(ctx context.Context, back <-chan struct{}, d time.Duration) (changed bool) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-back:
		return true
	case <-q.woken:
		return true
	case <-t.C:
	}
	return false
}
