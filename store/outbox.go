package store

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"amytis/engine/table"
)

// Queues is the part of a [Store] about messages to send, and work that one process does for all.
type Queues interface {
	// Untaken returns the messages to send, oldest first, without those that taken reports. One of
	// another handle may come after those with a higher Seq. One that cannot be read stays in the
	// outbox, and the others come.
	Untaken(ctx context.Context, taken func(seq uint64) bool) ([]Entry, error)
	// Added receives when some handle may have added a message since, and when this one has closed.
	Added() <-chan struct{}
	// Release gives up all holds of this handle.
	Release(ctx context.Context) error
	// Settle removes a message from the outbox, records the outcome and adds the follow-up
	// messages, in one transaction. If the message is already gone, Settle returns ErrNotFound and
	// changes nothing.
	Settle(ctx context.Context, seq uint64, s Settlement) error
	// Outbox returns at most limit messages to send, oldest first, with a Seq above after.
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
