// Package traffic records what a bot and Discord say to each other, and everything that the bot did
// wrong.
package traffic

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"amytis/bot/localdiscord/wire"
)

// Entry is one request of the bot, one event, or one command to the gateway.
type Entry struct {
	// Seq counts the entries from 1, forgotten ones included.
	Seq  int64         `json:"seq"`
	At   time.Time     `json:"at"`
	Took time.Duration `json:"-"`
	// Kind is "rest" for a request, "event" for what the gateway or a webhook sent, "command" for
	// what the bot sent to the gateway.
	Kind string `json:"kind"`
	// Name is the method of a request, the type of an event or the name of a command's opcode.
	Name string `json:"name"`
	// Path of a request, without /api/v10, or the URL of a webhook.
	Path string `json:"path,omitempty"`
	// Status of a response, 0 for none.
	Status int `json:"status,omitempty"`
	// Body is what was sent, Answer what came back. Both are kept up to 16 KiB. Of a multipart body
	// this is payload_json.
	Body, Answer []byte `json:"-"`
	// Refusal says why a request was refused, "" if it was not.
	Refusal string `json:"refusal,omitempty"`
	// Fault names the scripted fault that hit the request, "" if none did.
	Fault string `json:"fault,omitempty"`
}

const maxBody = 16 << 10

// cut copies the beginning of a body. A slice of it would keep whole pictures in memory.
func cut(body []byte) []byte { return bytes.Clone(body[:min(len(body), maxBody)]) }

// Log remembers the newest entries and all violations. It is safe for use by several goroutines.
type Log struct {
	keep int
	hook func(Entry)

	mu         sync.Mutex
	entries    []Entry
	seq        int64
	violations []Violation
}

// NewLog returns a log that keeps so many entries, none if negative, and passes each to hook unless
// it is nil.
func NewLog(keep int, hook func(Entry)) *Log { return &Log{keep: max(keep, 0), hook: hook} }

// Add passes an entry to the hook and keeps it with the beginnings of its bodies.
func (l *Log) Add(e Entry) {
	if l.hook != nil {
		l.hook(e)
	}
	if l.keep == 0 {
		return
	}
	e.Body, e.Answer = cut(e.Body), cut(e.Answer)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seq++
	e.Seq = l.seq
	wire.Push(&l.entries, e, l.keep)
}

// Entries returns the newest entries, oldest first.
func (l *Log) Entries() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.entries)
}
