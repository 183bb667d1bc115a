package announce

import (
	"time"

	"amytis/bot/tables"
	"amytis/engine/table"
)

// Several members and games share a channel and Discord's limit on its messages, which is about
// five in five seconds. So the queue serves them in turn, and leaves the last messages of the limit
// to those who have posted nothing lately. The entries about the channel's own games keep their
// order.

// sender is a member or a game, as one of those who share a channel.
type sender struct {
	member table.UserID // 0 for a game
	table  table.ID     // 0 for a member
}

// sender returns the member who asked for an entry's message, or else the game that it is about.
func (d *delivery) sender() sender {
	if d.By != 0 {
		return sender{member: d.By}
	}
	return sender{table: d.Table}
}

// share is what a sender has had of a channel lately.
type share struct {
	served time.Time // when an entry of the sender was last taken from the queue
	posted time.Time // when a new message of the sender was last posted
}

const (
	// lately is about the time for which Discord counts a channel's messages.
	lately = 5 * time.Second
	// keptFromMembers and keptFromGames are how many messages of the limit are left to others, by a
	// member who opens games and by a game. A game has less to wait for: its pace is that of turns.
	keptFromMembers, keptFromGames = 2, 1
)

// pick returns the index of the entry to send now. It is that of the sender who was served the
// longest ago. Without one it returns -1 and how long to wait. The caller holds mu, and the queue
// is not empty.
func (q *queue) pick(now time.Time) (index int, wait time.Duration) {
	left, until, known := q.messages.SendsLeft(q.key.channel.String())
	index = -1
	seen := make(map[table.ID]bool, len(q.entries))
	for i, d := range q.entries {
		if seen[d.sequence()] {
			continue // an earlier entry goes first
		}
		seen[d.sequence()] = true
		if known && d.posts() && left <= q.kept(d, now) && !hasNewer(q.entries[i+1:], d) {
			continue
		}
		if index < 0 || q.shares[d.sender()].served.Before(q.shares[q.entries[index].sender()].served) {
			index = i
		}
	}
	return index, max(until.Sub(now), time.Millisecond)
}

// kept returns how many messages of the limit the sender of an entry must leave to others.
func (q *queue) kept(d *delivery, now time.Time) int {
	switch {
	case now.Sub(q.shares[d.sender()].posted) >= lately:
		return 0
	case d.By != 0:
		return keptFromMembers
	}
	return keptFromGames
}

// posts reports whether an entry posts a new message, as far as can be told without its table.
func (d *delivery) posts() bool {
	switch d.Kind {
	case tables.FollowLive, tables.EditTable, tables.OpenThread, tables.StripButtons, tables.EndClocks:
		return false
	case tables.PostLobby:
		return d.From == 0 // the later ones edit it
	}
	return true
}

// sequence names the entries of a queue that must keep their order. The games of the channel itself
// follow each other, so they are one sequence, 0. A game in a thread is its own.
func (d *delivery) sequence() table.ID {
	if d.Kind == tables.NoteThread || d.Kind == tables.OpenThread {
		return d.Table
	}
	return 0
}

// noteServed notes that an entry was taken from the queue. The caller holds mu.
func (q *queue) noteServed(d *delivery, now time.Time) {
	s := q.shares[d.sender()]
	s.served = now
	q.shares[d.sender()] = s
}

// notePosted notes that the message of an entry was posted.
func (q *queue) notePosted(d *delivery) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.shares[d.sender()]
	s.posted = time.Now()
	q.shares[d.sender()] = s
}

// forget forgets the senders who were not served and have posted nothing lately. It returns how
// long the queue must remember the others. The caller holds mu.
func (q *queue) forget(now time.Time) (rest time.Duration) {
	for s, had := range q.shares {
		left := lately - now.Sub(had.posted)
		rest = max(rest, left)
		if left <= 0 && now.Sub(had.served) > lately {
			delete(q.shares, s)
		}
	}
	return rest
}
