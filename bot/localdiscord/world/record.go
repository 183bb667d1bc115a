package world

import (
	"slices"
	"time"

	"amytis/bot/localdiscord/bounded"
	"amytis/bot/localdiscord/wire"
)

// Record is a message with its earlier versions.
type Record struct {
	Current *wire.Message
	History []*wire.Message // oldest first
	Deleted bool
}

// maxHistory bounds the kept versions of one message.
const maxHistory = 50

func (r *Record) replace(m *wire.Message) {
	if len(r.History) == maxHistory {
		r.History = append(r.History[:0], r.History[1:]...)
	}
	r.History = append(r.History, r.Current)
	r.Current = m
}

// Versions returns every version, oldest first. The deletion counts as one.
func (r *Record) Versions() []*wire.Message { return append(slices.Clone(r.History), r.Current) }

func (r *Record) hasPinged(userID string) bool {
	return slices.ContainsFunc(r.Versions(), func(m *wire.Message) bool { return slices.Contains(m.Pinged, userID) })
}

// Record returns a message with its history, nil if it is unknown. Deleted messages have one,
// forgotten ones do not.
func (w *World) Record(id string) *Record { return w.records[id] }

// Message returns a message as it is now, nil if it is unknown or deleted.
func (w *World) Message(id string) *wire.Message {
	r := w.records[id]
	if r == nil || r.Deleted {
		return nil
	}
	return r.Current
}

// add stores a new message. It forgets the oldest message of all beyond the limit, and returns
// that.
func (ch *Channel) add(m *wire.Message) (forgotten *wire.Message) {
	w := ch.world
	w.records[m.ID] = &Record{Current: m}
	ch.messages = append(ch.messages, m.ID)
	ch.lastMessage = m.ID
	if old, dropped := w.order.Push(m.ID, w.config.MaxMessages); dropped {
		return w.forget(old)
	}
	return nil
}

func (w *World) forget(id string) *wire.Message {
	r := w.records[id]
	if r == nil {
		return nil
	}
	delete(w.records, id)
	// The oldest message of all is also the oldest of its channel.
	if ch := w.channels[r.Current.ChannelID]; ch != nil && len(ch.messages) > 0 && ch.messages[0] == id {
		ch.messages = ch.messages[1:]
	}
	return r.Current
}

// Nonces remembers which messages were created with which nonce, so that none is created twice.
// They are unique per author, and the bot is the only author who sends any. Discord forgets them
// after a
// few minutes. https://discord.com/developers/docs/resources/message#create-message
type Nonces struct {
	messages map[string]noted
	order    bounded.Queue[string]
}

// noted is the message that a nonce created, and when.
type noted struct {
	messageID string
	at        time.Time
}

// maxNonces bounds what is remembered.
const maxNonces = 2000

// Keep remembers a message's nonce.
func (n *Nonces) Keep(nonce string, m *wire.Message) {
	n.messages[nonce] = noted{m.ID, m.Timestamp}
	if old, dropped := n.order.Push(nonce, maxNonces); dropped {
		delete(n.messages, old)
	}
}

// Forget forgets all nonces, as Discord does after some minutes.
func (n *Nonces) Forget() { clear(n.messages) }

// ByNonce returns the message that was created with a nonce not long ago, nil if there is none.
func (w *World) ByNonce(nonce string) *wire.Message {
	first := w.Nonces.messages[nonce]
	if w.Now().Sub(first.at) > w.config.NonceLife {
		return nil
	}
	return w.Message(first.messageID)
}
