package store

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"amytis/engine/table"
)

// Queues is the part of a [Store] about messages to send, and about work that one process does for
// all.
//
// A handle is a store that a process has opened. Of the handles with the same data one sends the
// messages of the outbox, by a hold that it prolongs. When the hold of a process that has died is
// over, another one takes over.
type Queues interface {
	// Take waits until this handle is the sender and there are messages, and returns at most limit
	// of them, by their Seq. It makes the handle the sender for the given time if no other one is.
	// As long as it is the sender, it gets each message once.
	//
	// A message that was in the outbox when the handle became the sender has Inherited set: another
	// one may have sent it. Messages that other handles add may come a moment late. A message that
	// cannot be read stays in the outbox, and the others come.
	//
	// If ctx ends while there are none, Take returns its error. An error loses no message: the
	// next Take returns what this one could not.
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
	// Outbox returns at most limit messages to send, oldest first, with a Seq above after. It is no
	// way to follow the outbox: an entry may become visible after one with a higher Seq.
	Outbox(ctx context.Context, after uint64, limit int) ([]Entry, error)

	// Hold makes this handle the only holder of a name for a time, or prolongs its hold. mine is
	// false while another handle holds the name. A time of 0 gives it up. Names stand for what one
	// process does for all. The note is for the next holder, "" to leave it as it is; kept is the
	// note, if this handle holds the name. Release removes the note.
	Hold(ctx context.Context, name string, term time.Duration, note string) (mine bool, kept string, err error)
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
	// To is the only player who gets the message, 0 for everybody. In a channel, it is who is
	// invited.
	To  table.UserID `json:"to,omitempty"`
	Way Way          `json:"way,omitempty"`
	// Nonce identifies the entry to Discord. It is random, so that not even a restored store
	// repeats one. It has at most 25 characters.
	Nonce string `json:"nonce,omitempty"`
	// At is when the entry was added, in Unix milliseconds.
	At int64 `json:"at,omitempty"`
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
	// Sent becomes the table's Header.LastMessage, unless it is 0.
	Sent table.MessageID
	// Follow is added to the outbox, like [Commit].Outbox.
	Follow []Entry
}

type Way string

const (
	// AnyWay leaves it to the player's preferences.
	AnyWay Way = ""
	Direct Way = "direct"
	// InChannel is a mention in the table's channel, since Discord refused a direct message.
	InChannel Way = "channel"
)
