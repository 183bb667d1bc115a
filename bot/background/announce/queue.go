package announce

import (
	"context"
	"slices"
	"time"

	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/engine/table"
)

type queueKey struct {
	channel table.ChannelID
	lane    lane
	user    table.UserID // of direct messages, which have no channel of the table
}

// queue holds the entries of one key, oldest first. Announcer.mu guards it.
type queue struct {
	key     queueKey
	entries []*entry
	edited  time.Time // when a live game's message was last edited
	// guild and parent are the channel's, once an entry was loaded.
	guild  table.GuildID
	parent table.ChannelID

	grown chan struct{} // receives when an entry is added
	woken chan struct{} // receives when a retry may succeed: something has changed, or an outage is over
}

func newQueue(key queueKey) *queue {
	return &queue{key: key, grown: make(chan struct{}, 1), woken: make(chan struct{}, 1)}
}

func (q *queue) add(e *entry) {
	q.entries = append(q.entries, e)
	rest.Signal(q.grown, struct{}{})
}

// takeNext removes the entry to send now: the oldest of the channel's own game, since a member may
// open many in threads, else the oldest. Without one it returns how long to wait, 0 if nothing is
// left to do. A live game's message is edited at most once per beat.
func (q *queue) takeNext(now time.Time, beat time.Duration) (e *entry, wait time.Duration) {
	q.entries = slices.DeleteFunc(q.entries, func(e *entry) bool { return e.ctx.Err() != nil })
	untilBeat := beat - now.Sub(q.edited)
	switch {
	case len(q.entries) == 0:
		return nil, max(untilBeat, 0)
	case untilBeat > 0 && len(q.entries) == 1 && q.entries[0].Kind == tables.FollowLive:
		return nil, untilBeat
	}
	i := max(0, slices.IndexFunc(q.entries, func(e *entry) bool { return !e.kind.apart }))
	e = q.entries[i]
	e.superseded = e.isSuperseded(q.entries[i+1:])
	q.entries = slices.Delete(q.entries, i, i+1)
	return e, 0
}

// awaitSignal reports whether c receives within d.
func awaitSignal(ctx context.Context, c <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c:
		return true
	case <-ctx.Done():
	case <-t.C:
	}
	return false
}
