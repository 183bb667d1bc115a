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

// queue holds the entries of one key, oldest first, and decides which one is next. Announcer.mu
// guards it.
//
// Members and games share Discord's limit on a channel's messages, about five in five seconds. So
// the queue serves them in turn, and leaves the last messages of the limit to those who have posted
// nothing lately. The channel's own games keep their order.
type queue struct {
	key     queueKey
	entries []*entry
	// edited is when a live game's message was last edited.
	edited time.Time
	shares map[party]share
	// guild and parent are those of the channel, once an entry was loaded.
	guild  table.GuildID
	parent table.ChannelID

	grown chan struct{} // receives when an entry is added
	woken chan struct{} // receives when a retry may succeed: something has changed, or an outage is over
}

func newQueue(key queueKey) *queue {
	return &queue{key: key, shares: map[party]share{}, grown: make(chan struct{}, 1), woken: make(chan struct{}, 1)}
}

func (q *queue) add(e *entry) {
	q.entries = append(q.entries, e)
	rest.Signal(q.grown, struct{}{})
}

// sendsLeft says how many messages Discord still allows in a channel until a time, if known.
type sendsLeft func(channelID string) (n int, until time.Time, known bool)

// takeNext removes the entry to send now. Without one it returns how long to wait, 0 if nothing is
// left to do. A live game's message is edited at most once per beat.
func (q *queue) takeNext(now time.Time, beat time.Duration, left sendsLeft) (e *entry, wait time.Duration) {
	q.entries = slices.DeleteFunc(q.entries, func(e *entry) bool { return e.ctx.Err() != nil })
	untilBeat := beat - now.Sub(q.edited)
	rest := max(q.forgetIdle(now), untilBeat)
	switch {
	case len(q.entries) == 0:
		return nil, max(rest, 0)
	case untilBeat > 0 && len(q.entries) == 1 && q.entries[0].Kind == tables.FollowLive:
		return nil, untilBeat
	}
	i, wait := q.pickNext(now, left)
	if i < 0 {
		return nil, wait
	}
	e = q.entries[i]
	e.superseded = e.isSuperseded(q.entries[i+1:])
	q.entries = slices.Delete(q.entries, i, i+1)
	s := q.shares[e.party()]
	s.served = now
	q.shares[e.party()] = s
	return e, 0
}

// party is a member or a game that shares a channel with others.
type party struct {
	member table.UserID // 0 for a game
	table  table.ID     // 0 for a member
}

type share struct {
	served time.Time // when an entry of the party was last taken from the queue
	posted time.Time // when a new message of the party was last posted
}

const (
	// lately is about the time for which Discord counts a channel's messages.
	lately = 5 * time.Second
	// leftByMember and leftByGame are how many messages of the limit a member who opens games, and
	// a game, leave to others. A game is slower.
	leftByMember, leftByGame = 2, 1
)

// pickNext returns the entry to send now, of the party that was served the longest ago. Without one
// it returns -1 and how long to wait. The queue is not empty.
func (q *queue) pickNext(now time.Time, sends sendsLeft) (index int, wait time.Duration) {
	left, until, known := sends(q.key.channel.String())
	index = -1
	seen := make(map[table.ID]bool, len(q.entries))
	for i, e := range q.entries {
		if seen[e.sequence()] {
			continue // an earlier entry goes first
		}
		seen[e.sequence()] = true
		if known && e.postsNew() && left <= q.leftToOthers(e, now) && !e.isSuperseded(q.entries[i+1:]) {
			continue
		}
		if index < 0 || q.shares[e.party()].served.Before(q.shares[q.entries[index].party()].served) {
			index = i
		}
	}
	return index, max(until.Sub(now), time.Millisecond)
}

// leftToOthers returns how many messages of the limit the party of an entry must leave to others.
func (q *queue) leftToOthers(e *entry, now time.Time) int {
	switch {
	case now.Sub(q.shares[e.party()].posted) >= lately:
		return 0
	case e.By != 0:
		return leftByMember
	}
	return leftByGame
}

// forgetIdle forgets the parties that are idle, and returns how long the queue must remember the
// others.
func (q *queue) forgetIdle(now time.Time) (rest time.Duration) {
	for p, had := range q.shares {
		left := lately - now.Sub(had.posted)
		rest = max(rest, left)
		if left <= 0 && now.Sub(had.served) > lately {
			delete(q.shares, p)
		}
	}
	return rest
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
