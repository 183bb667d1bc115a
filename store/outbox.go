package store

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"amytis/engine/table"
)

// Queues is the part of a [Store] about messages to send, and about work that processes share.
//
// A handle is a store that a process has opened. Handles with the same data share the outbox by
// claiming queues. A channel's queue is all entries with its Entry.Channel. A handle has a queue
// for a time, its lease, and renews it. So the queues of a process that dies are soon free for
// others. No handle gets entries of a queue that another one has.
type Queues interface {
	// Claim waits until there are entries for this handle, and returns at most limit of them. The
	// entries of a channel come in the order of their Seq. Claim leases their queues to the handle
	// for the given time. As long as it keeps a queue, it gets each entry once.
	//
	// An entry comes again if the handle has lost its queue and got it back. It does not get a
	// queue back before Renew has reported the loss. An entry that any handle got before, also in
	// an earlier process, has Inherited set. Entries that other handles add may come a moment late.
	//
	// If ctx ends while there are no entries, Claim returns its error. An error loses no entry: the
	// next Claim returns what this one could not.
	//
	// A lease ends when its queue is empty, when the handle releases it, or when its time is over
	// and another handle claims the queue.
	Claim(ctx context.Context, limit int, lease time.Duration) ([]Entry, error)
	// Renew prolongs all leases of this handle. It returns the channels whose queues other handles
	// have taken over since the last Renew: the handle must stop sending their entries. A lease
	// whose time is over goes on if no other handle has claimed the queue.
	Renew(ctx context.Context, lease time.Duration) (lost []table.ChannelID, err error)
	// Release gives up all leases and holds of this handle.
	Release(ctx context.Context) error
	// Settle removes a message from the outbox, records the outcome and adds the follow-up
	// messages, in one transaction. If the message is already gone, or another handle has its
	// queue, Settle returns ErrNotFound and changes nothing.
	Settle(ctx context.Context, seq uint64, s Settlement) error
	// Outbox returns at most limit messages to send, oldest first, with a Seq above after. It is no
	// way to follow the outbox: an entry may become visible after one with a higher Seq.
	Outbox(ctx context.Context, after uint64, limit int) ([]Entry, error)

	// Hold makes this handle the only holder of a name for a time, or prolongs its hold. It returns
	// false while another handle holds the name. A time of 0 gives it up. Names stand for what one
	// process does for all.
	Hold(ctx context.Context, name string, ttl time.Duration) (bool, error)
	// HoldWith is Hold with a note for the next holder, "" to leave the note as it is. It returns
	// the note, if this handle holds the name. Release removes the note.
	HoldWith(ctx context.Context, name string, ttl time.Duration, note string) (mine bool, kept string, err error)

	// Permits takes the next n permits of a name, and returns how long to wait for each, the
	// soonest first. All handles together get at most limit permits in any span, and none before
	// pause is over. A permit is used up even if the handle does nothing with it.
	Permits(ctx context.Context, name string, n, limit int, span, pause time.Duration) ([]time.Duration, error)
}

// Entry is an entry of the outbox: a message to send. It has no text. The bot renders that when it
// sends the message, from the log up to Version.
type Entry struct {
	Seq     uint64          `json:"-"`
	Table   table.ID        `json:"table"`
	Channel table.ChannelID `json:"channel"`
	// Kind is the bot's name for the job to do.
	Kind string `json:"kind"`
	// From and Version are the range of events that the message covers, without From.
	From    table.Version `json:"from"`
	Version table.Version `json:"version"`
	// Target is the message to edit, 0 for a new message.
	Target table.MessageID `json:"target,omitempty"`
	// By is the member who asked for the message, 0 for none.
	By table.UserID `json:"by,omitempty"`
	// To is the only player who gets the message, 0 for everybody. In a channel, it is who is
	// invited.
	To  table.UserID `json:"to,omitempty"`
	Way Way          `json:"way,omitempty"`
	// Nonce identifies the entry to Discord. It is random, so that not even a restored store
	// repeats one. It has at most 25 characters.
	Nonce string `json:"nonce,omitempty"`
	// At is when the entry was added, in Unix milliseconds.
	At int64 `json:"at,omitempty"`
	// Inherited says that a handle had the entry before and may have sent it. Only Claim sets it.
	Inherited bool `json:"-"`
}

// NewNonce returns 64 random bits in base 36, at most 13 characters. Discord allows 25:
// https://discord.com/developers/docs/resources/message#create-message
func NewNonce() string { return strconv.FormatUint(rand.Uint64(), 36) }

// LeaveOut removes a user from the entry.
func (m *Entry) LeaveOut(user table.UserID) {
	if m.By == user {
		m.By = 0
	}
	if m.To == user {
		m.To = 0
	}
}

type Settlement struct {
	// Sent becomes the table's Header.LastMessage, unless it is 0.
	Sent table.MessageID
	// Follow is added to the outbox, like [Commit].Outbox.
	Follow []Entry
}
