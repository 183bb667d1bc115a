package store

import (
	"context"
	"time"

	"amytis/engine/table"
)

// Queues is the part of a [Store] about messages to send, and about how several processes share the
// work.
//
// A handle is a store that a process has opened. Handles with the same data share the outbox by
// claiming its queues. The queue of a channel is all entries with the same Entry.Channel. A
// handle has a queue for a time, its lease, which it renews. So the queues of a process that dies
// are soon free for others. A handle never gets entries of a queue that another has.
type Queues interface {
	// Claim waits until there are entries for this handle, and returns at most limit of them. The
	// entries of a channel come in the order of their Seq. Claim leases their queues to the handle
	// for the given time. As long as it keeps a queue, it gets each entry once.
	//
	// An entry comes again if the handle has lost its queue and then got it back. It does not get a
	// queue back before Renew has told of the loss. An entry that any handle got before, also one
	// of an earlier process, has Inherited set. Entries that other handles add may come a moment
	// late.
	//
	// If ctx ends while there are no entries, Claim returns its error. An error loses no entry: the
	// next Claim returns what this one could not.
	//
	// A lease ends when its queue is empty, when the handle releases it, or when its time is over
	// and another handle claims the queue.
	Claim(ctx context.Context, limit int, lease time.Duration) ([]Entry, error)
	// Renew prolongs all leases of this handle. It returns the channels whose queues other handles
	// have taken over since the last Renew. The handle must stop sending the entries it has of
	// them. A lease whose time is over goes on if no other handle has claimed the queue.
	Renew(ctx context.Context, lease time.Duration) (lost []table.ChannelID, err error)
	// Release gives up all leases and holds of this handle, so that others need not wait for their
	// end.
	Release(ctx context.Context) error
	// Settle removes a message from the outbox. In the same transaction it records the outcome and
	// adds the follow-up messages. If the message is already gone, or another handle has its queue,
	// Settle returns ErrNotFound and changes nothing.
	Settle(ctx context.Context, seq uint64, s Settlement) error
	// Outbox returns the messages that are still to send, oldest first: at most limit of them, each
	// with a Seq above after. It is no way to follow the outbox, since an entry may become visible
	// after one with a higher Seq.
	Outbox(ctx context.Context, after uint64, limit int) ([]Entry, error)

	// Hold makes this handle the only one that holds a name for the given time, or prolongs its
	// hold. It returns false while another handle holds the name. Names stand for what one process
	// does for all.
	Hold(ctx context.Context, name string, ttl time.Duration) (bool, error)

	// Permits takes the next n permits of a name, and returns how long to wait for each, the
	// soonest first. They stand for what all handles together may do only so often: at most limit
	// permits are due in any span. A permit is used up even if the handle does nothing with it. No
	// handle gets a permit that is due before pause is over.
	Permits(ctx context.Context, name string, n, limit int, span, pause time.Duration) ([]time.Duration, error)
}

// Entry is an entry of the outbox: a message to send. It says what to announce but holds no text:
// the bot renders the text when it sends it, from the log up to Version.
type Entry struct {
	Seq     uint64          `json:"-"`
	Table   table.ID        `json:"table"`
	Channel table.ChannelID `json:"channel"`
	// Kind is the bot's name for the job to do.
	Kind string `json:"kind"`
	// From and Version are the range of events the message covers. From is exclusive.
	From    table.Version `json:"from"`
	Version table.Version `json:"version"`
	// Target is the message to edit, 0 for a new message.
	Target table.MessageID `json:"target,omitempty"`
	// By is the member who asked for the message, such as the host of a lobby; 0 for none.
	By table.UserID `json:"by,omitempty"`
	// To is the player that the message is for, 0 if it is for everybody.
	To table.UserID `json:"to,omitempty"`
	// Way is how the message reaches that player.
	Way Way `json:"way,omitempty"`
	// Nonce identifies the entry to Discord. It is random, so no two entries share one, not even in
	// a store that was restored from a backup. It has at most 25 characters; see [NewNonce].
	Nonce string `json:"nonce,omitempty"`
	// At is when the entry was added, in Unix milliseconds.
	At int64 `json:"at,omitempty"`
	// Inherited says that a handle had the entry before and may have sent it. Only Claim sets it.
	Inherited bool `json:"-"`
}

// Settlement is the outcome of an outbox entry.
type Settlement struct {
	// Sent becomes the table's Header.LastMessage, unless it is 0.
	Sent table.MessageID
	// Follow is added to the outbox, like [Commit].Outbox.
	Follow []Entry
}
