package localdiscord

import (
	"sync"
	"time"
)

// Traffic is one request of the bot, or one event or command of the gateway.
type Traffic struct {
	// Seq counts from 1 what [Server.Log] remembers or has forgotten.
	Seq  int64
	At   time.Time
	Took time.Duration
	// Kind is "rest" for a request, "event" for what the gateway sent, "command" for what the bot sent to it.
	Kind string
	// Name is the method of a request, the type of an event, the opcode's name of a command.
	Name string
	// Path of a request, without /api/v9.
	Path   string
	Status int
	// Body is what was sent, Answer what came back. Both are cut at 16 KiB; of a multipart body only payload_json is kept.
	Body, Answer []byte
	// Refusal says why a request was refused; "" if it was not.
	Refusal string
	// Fault is the scripted fault that touched it; "" if none.
	Fault string
}

const maxTrafficBody = 16 << 10

// ViolationKind groups what a bot can do wrong.
type ViolationKind string

// The kinds of violations.
const (
	BadBody        ViolationKind = "bad body"
	UnknownRoute   ViolationKind = "unknown route"
	LateAnswer     ViolationKind = "late answer"
	DoubleAnswer   ViolationKind = "double answer"
	ExpiredToken   ViolationKind = "expired token"
	NoPermission   ViolationKind = "no permission"
	NotFound       ViolationKind = "not found"
	TooFast        ViolationKind = "too fast"
	GatewayMisuse  ViolationKind = "gateway misuse"
	OtherViolation ViolationKind = "other"
)

// Violation is something that the bot did and Discord refused.
type Violation struct {
	At      time.Time
	Kind    ViolationKind
	Code    int // of the REST error, or of the gateway's close
	Request string
	Detail  string
}

// trafficLog remembers the last of the traffic and all that was refused.
type trafficLog struct {
	mu         sync.Mutex
	ring       []Traffic
	next       int
	seq        int64
	keep       int
	hook       func(Traffic)
	violations []Violation
}

// maxViolations bounds the memory of a test that goes wrong in a loop.
const maxViolations = 10_000

func newTrafficLog(o Options) trafficLog {
	return trafficLog{keep: max(o.KeepTraffic, 0), hook: o.OnTraffic}
}

// wanted tells whether anybody looks at traffic.
func (l *trafficLog) wanted() bool { return l.keep > 0 || l.hook != nil }

func (l *trafficLog) add(t Traffic) {
	if l.hook != nil {
		l.hook(t)
	}
	if l.keep == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seq++
	t.Seq = l.seq
	if len(l.ring) < l.keep {
		l.ring = append(l.ring, t)
		return
	}
	l.ring[l.next] = t
	l.next = (l.next + 1) % l.keep
}

func (l *trafficLog) violate(v Violation) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.violations) < maxViolations {
		l.violations = append(l.violations, v)
	}
}

// cut copies the beginning of a body; a slice of it would keep pictures in memory.
func cut(body []byte) []byte {
	if len(body) > maxTrafficBody {
		body = body[:maxTrafficBody]
	}
	return append([]byte(nil), body...)
}

// Log is the last of the traffic, oldest first.
func (s *Server) Log() []Traffic {
	l := &s.traffic
	l.mu.Lock()
	defer l.mu.Unlock()
	return append(append([]Traffic(nil), l.ring[l.next:]...), l.ring[:l.next]...)
}

// Violations is everything the bot did that Discord refuses, oldest first, except for the REST codes or close codes
// named. A test of a bot that does everything right asserts that it is empty.
func (s *Server) Violations(except ...int) []Violation {
	l := &s.traffic
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []Violation
next:
	for _, v := range l.violations {
		for _, code := range except {
			if v.Code == code && v.Kind != UnknownRoute {
				continue next
			}
		}
		found = append(found, v)
	}
	return found
}

// ForgetViolations starts afresh.
func (s *Server) ForgetViolations() {
	l := &s.traffic
	l.mu.Lock()
	defer l.mu.Unlock()
	l.violations = nil
}

// kindOf derives the kind of a violation from the refusal.
func kindOf(e *apiError) ViolationKind {
	switch {
	case e.kind != "":
		return e.kind
	case e.code == CodeUnknownInteraction:
		return LateAnswer
	case e.code == CodeAlreadyAnswered:
		return DoubleAnswer
	case e.code == CodeInvalidToken:
		return ExpiredToken
	case e.code == CodeMissingAccess, e.code == CodeMissingPermissions:
		return NoPermission
	case e.status == 429:
		return TooFast
	case e.status == 404:
		return NotFound
	case e.status == 400, e.status == 413:
		return BadBody
	}
	return OtherViolation
}
