// Package traffic records what a bot and Discord say to each other, and everything that the bot did
// wrong.
package traffic

import (
	"bytes"
	"regexp"
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

// cut copies the beginning of a body, since a slice would keep whole pictures in memory.
func cut(body []byte) []byte { return bytes.Clone(body[:min(len(body), maxBody)]) }

// secrets matches tokens of interactions, in paths and in bodies. With such a token anybody can
// answer as the bot.
var secrets = regexp.MustCompile(`("token":"|/(?:interactions|webhooks)/\d+/)[^"/?]+`)

// Conceal leaves tokens out.
func Conceal(text string) string { return secrets.ReplaceAllString(text, "${1}…") }

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

type ViolationKind string

const (
	// Refused is a request that Discord refuses, as Code says.
	Refused       ViolationKind = "refused"
	UnknownRoute  ViolationKind = "unknown route"
	GatewayMisuse ViolationKind = "gateway misuse"
	// EndpointMisuse is a wrong response to an interaction by HTTP.
	EndpointMisuse ViolationKind = "endpoint misuse"
)

// Violation is something that the bot did and Discord refused.
type Violation struct {
	Kind ViolationKind
	// Code is the code of the REST error or of the gateway's close, or the status with which the
	// bot responded to an interaction by HTTP.
	Code    int
	Request string
	Detail  string
}

// maxViolations bounds the memory of a test that goes wrong in a loop.
const maxViolations = 10_000

func (l *Log) Violate(v Violation) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.violations) < maxViolations {
		l.violations = append(l.violations, v)
	}
}

// Violations returns everything the bot did that Discord refuses, oldest first, except for REST
// codes or close codes. Unknown routes are always included.
func (l *Log) Violations(except ...int) []Violation {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []Violation
	for _, v := range l.violations {
		if v.Kind == UnknownRoute || !slices.Contains(except, v.Code) {
			found = append(found, v)
		}
	}
	return found
}

func (l *Log) ForgetViolations() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.violations = nil
}

// Window counts events in a fixed stretch of time. The zero value is ready. It has no lock.
type Window struct {
	start time.Time
	count int
}

// CountEvent counts an event. Beyond the limit it returns how long to wait, and false.
func (w *Window) CountEvent(now time.Time, limit int, length time.Duration) (wait time.Duration, ok bool) {
	if now.Sub(w.start) >= length {
		w.start, w.count = now, 0
	}
	if w.count >= limit {
		return w.start.Add(length).Sub(now), false
	}
	w.count++
	return 0, true
}

// Count returns how many events were counted in the stretch that now is in.
func (w *Window) Count(now time.Time, length time.Duration) int {
	if now.Sub(w.start) >= length {
		return 0
	}
	return w.count
}

// Left returns how long the stretch still takes.
func (w *Window) Left(now time.Time, length time.Duration) time.Duration {
	return max(0, w.start.Add(length).Sub(now))
}
