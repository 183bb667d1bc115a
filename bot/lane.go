package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

// lane is the queue of a channel.
type lane struct {
	queue []store.Message
	// grown receives when an entry is added.
	grown chan struct{}
	// changed is when a live game's message was changed last.
	changed time.Time
	// guild is the server of the entry that is tried, and stirred receives when
	// something has changed there.
	guild   table.GuildID
	stirred chan struct{}
}

// enqueue adds an entry to its channel's lane, and starts the lane if it stands.
func (a *announcer) enqueue(ctx context.Context, lanes *sync.WaitGroup, m store.Message) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l, found := a.lanes[m.Channel]
	if !found {
		l = &lane{grown: make(chan struct{}, 1), stirred: make(chan struct{}, 1)}
		a.lanes[m.Channel] = l
		lanes.Go(func() { a.drive(ctx, m.Channel, l) })
	}
	l.queue = append(l.queue, m)
	select {
	case l.grown <- struct{}{}:
	default:
	}
}

// drive sends a lane's entries one after another until it is empty. A message
// that follows a live game is changed at every beat at most.
func (a *announcer) drive(ctx context.Context, id table.ChannelID, l *lane) {
	for {
		a.mu.Lock()
		rest := a.beat - time.Since(l.changed)
		idle := len(l.queue) == 0
		if ctx.Err() != nil || idle && rest <= 0 {
			delete(a.lanes, id)
			a.mu.Unlock()
			return
		}
		if rest > 0 && (idle || len(l.queue) == 1 && l.queue[0].Kind == followLive) {
			a.mu.Unlock()
			l.wait(ctx, rest)
			continue
		}
		m := l.queue[0]
		l.queue = l.queue[1:]
		superseded := hasNewer(l.queue, m)
		a.mu.Unlock()
		a.deliver(ctx, l, m, superseded)
		if m.Kind == followLive && !superseded {
			l.changed = time.Now()
		}
	}
}

// wait waits for a while, but no longer than until the lane grows.
func (l *lane) wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-l.grown:
	case <-t.C:
	}
}

// hasNewer reports whether a later entry makes one needless: it brings the same
// message up to date.
func hasNewer(queue []store.Message, m store.Message) bool {
	if m.Kind != postLobby && m.Kind != followLive {
		return false
	}
	return slices.ContainsFunc(queue, func(later store.Message) bool {
		return later.Kind == m.Kind && later.Table == m.Table && (m.Kind == postLobby || later.From == m.From)
	})
}

// place says on which server a lane's entry is tried.
func (a *announcer) place(l *lane, guild table.GuildID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l.guild = guild
}

// stir has what waits for a server tried again.
func (a *announcer) stir(guild table.GuildID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, l := range a.lanes {
		if l.guild != guild {
			continue
		}
		select {
		case l.stirred <- struct{}{}:
		default:
		}
	}
}

// rest waits for a while, but no longer than until Discord is back or something
// has changed on the lane's server.
func (l *lane) rest(ctx context.Context, back <-chan struct{}, d time.Duration) (changed bool) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-back:
		return true
	case <-l.stirred:
		return true
	case <-t.C:
	}
	return false
}
