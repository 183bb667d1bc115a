package store

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"amytis/engine/table"
)

// Queues is the part of a [Store] about messages to send, and work that one process does for all.
//
// Each process has a handle of the store. One of them has the hold on the outbox and sends its
// messages. When the hold of a dead process is over, another one takes over.
type Queues interface {
	// Take waits until this handle is the sender and there are messages, and returns at most limit
	// of them, by their Seq. It makes the handle the sender for the given time if no other one is.
	// As long as it is the sender, it gets each message once.
	//
	// A message that was there when the handle became the sender has Inherited set: another one may
	// have sent it. Messages of other handles may come a moment late. One that cannot be read stays
	// in the outbox, and the others come. No error loses a message.
	Take(ctx context.Context, limit int, term time.Duration) ([]Entry, error)
	// Prolong prolongs the hold of the sender. It returns false if this handle is no longer the
	// sender, or was not for a moment: it must stop sending, and Take begins anew.
	Prolong(ctx context.Context, term time.Duration) (mine bool, err error)
	// Release gives up all holds of this handle.
	Release(ctx context.Context) error
	// Settle removes a message from the outbox, records the outcome and adds the follow-up
	// messages, in one transaction. If the message is already gone, Settle returns ErrNotFound and
	// changes nothing.
	Settle(ctx context.Context, seq uint64, s Settlement) error
	// Outbox returns at most limit messages to send, oldest first, with a Seq above after. It
	// cannot follow the outbox: an entry may become visible after one with a higher Seq.
	Outbox(ctx context.Context, after uint64, limit int) ([]Entry, error)

	// Hold makes this handle the only holder of a name for a time, or prolongs its hold; 0 ends it.
	// mine is false while another handle holds the name. The note is for the next holder, "" to
	// leave the one before; kept is the note if this handle holds the name. Release removes it.
	Hold(ctx context.Context, name string, term time.Duration, note string) (mine bool, kept string, err error)
}

// Entry is an entry of the outbox: a message to send. It has no text: the bot makes that from the
// log up to Version when it sends the message.
type Entry struct {
	Seq     uint64          `json:"-"`
	Table   table.ID        `json:"table"`
	Channel table.ChannelID `json:"channel"`
	Kind    string          `json:"kind"`             // the bot's name for the job to do
	From    table.Version   `json:"from"`             // the message covers the events after this one
	Version table.Version   `json:"version"`          // up to this one
	Target  table.MessageID `json:"target,omitempty"` // the message to edit, 0 for a new message
	// To is the only player who gets the message, 0 for everybody. In a channel, it is who is
	// invited.
	To  table.UserID `json:"to,omitempty"`
	Way Way          `json:"way,omitempty"`
	// Nonce identifies the entry to Discord. It is random, so that not even a restored store
	// repeats one.
	Nonce string `json:"nonce,omitempty"`
	At    int64  `json:"at,omitempty"` // when the entry was added, in Unix milliseconds
	// Inherited says that another handle may have sent the message. Only Take sets it.
	Inherited bool `json:"-"`
}

// NewNonce returns 64 random bits in base 36, at most 13 characters. Discord allows 25:
// https://discord.com/developers/docs/resources/message#create-message
func NewNonce() string { return strconv.FormatUint(rand.Uint64(), 36) }

func (m *Entry) LeaveOut(user table.UserID) {
	if m.To == user {
		m.To = 0
	}
}

type Settlement struct {
	Sent   table.MessageID // becomes the table's Header.LastMessage, unless it is 0
	Follow []Entry         // is added to the outbox, like [Commit].Outbox
}

type Way string

const (
	AnyWay    Way = "" // as the player prefers
	Direct    Way = "direct"
	InChannel Way = "channel" // a mention, since Discord refused a direct message
)
