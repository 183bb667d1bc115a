package localdiscord

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Faults are what goes wrong, by the script of a test. The zero value is a Discord that works. REST faults are on this
// page; what can go wrong with the gateway is in gatewayfault.go.
type Faults struct {
	server *Server

	mu    sync.Mutex
	rest  []*ArmedFault
	armed atomic.Int32 // len(rest): most requests need no lock

	down   atomic.Int32 // 0 up, downRefuse, down503
	events eventFaults
}

// RESTFault happens to the requests that match it.
type RESTFault struct {
	// Method of the request; any if empty.
	Method string
	// Path is a regular expression for the path without /api/v9; any if empty.
	Path string
	// Times is how many requests it happens to; every one if zero.
	Times int

	// Delay holds the request before anything else.
	Delay time.Duration
	// Status answers instead of carrying the request out: 429, 500, 502, 503 ...
	Status int
	// RetryAfter and Global belong to Status 429.
	RetryAfter time.Duration
	Global     bool
	// DropRequest closes the connection without carrying the request out.
	DropRequest bool
	// DropReply carries the request out, and then closes the connection without an answer.
	DropReply bool
}

// ArmedFault is a fault that happens until it is used up or removed.
type ArmedFault struct {
	RESTFault
	path *regexp.Regexp
	left int
	hits atomic.Int64
	from *Faults
}

// REST arms a fault. It panics if Path is no regular expression. Remove takes it away again.
func (f *Faults) REST(fault RESTFault) *ArmedFault {
	armed := &ArmedFault{RESTFault: fault, path: regexp.MustCompile(fault.Path), left: fault.Times, from: f}
	if armed.left == 0 {
		armed.left = math.MaxInt
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rest = append(f.rest, armed)
	f.armed.Store(int32(len(f.rest)))
	return armed
}

// Hits is how many requests the fault happened to.
func (r *ArmedFault) Hits() int { return int(r.hits.Load()) }

// Remove ends the fault.
func (r *ArmedFault) Remove() {
	f := r.from
	f.mu.Lock()
	defer f.mu.Unlock()
	f.drop(r)
}

func (f *Faults) drop(r *ArmedFault) {
	for i, other := range f.rest {
		if other == r {
			f.rest = append(f.rest[:i], f.rest[i+1:]...)
			break
		}
	}
	f.armed.Store(int32(len(f.rest)))
}

// Clear ends all faults, those of the gateway too.
func (f *Faults) Clear() {
	f.mu.Lock()
	f.rest = nil
	f.armed.Store(0)
	f.mu.Unlock()
	f.down.Store(0)
	f.events.clear()
}

// match finds the fault that happens to a request, and uses it up.
func (f *Faults) match(method, path string) *ArmedFault {
	if f.armed.Load() == 0 {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.rest {
		if r.Method != "" && r.Method != method || !r.path.MatchString(path) {
			continue
		}
		r.hits.Add(1)
		r.left--
		if r.left == 0 {
			f.drop(r)
		}
		return r
	}
	return nil
}

func (r *ArmedFault) wait(ctx context.Context) {
	if r.Delay == 0 {
		return
	}
	select {
	case <-time.After(r.Delay):
	case <-ctx.Done():
	}
}

// answersInstead gives the scripted status.
func (r *ArmedFault) answersInstead(w http.ResponseWriter) bool {
	if r.Status == 0 {
		return false
	}
	body := map[string]any{"message": fmt.Sprintf("%d: %s", r.Status, http.StatusText(r.Status)), "code": 0}
	h := w.Header()
	if r.Status == http.StatusTooManyRequests {
		seconds := r.RetryAfter.Seconds()
		body = map[string]any{"message": "You are being rate limited.", "retry_after": seconds, "global": r.Global}
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(seconds))))
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(seconds, 'f', 3, 64))
		if r.Global {
			h.Set("X-RateLimit-Global", "true")
		}
	}
	out, err := json.Marshal(body)
	if err != nil {
		panic("localdiscord: " + err.Error()) // strings and numbers only
	}
	h.Set("Content-Type", "application/json")
	w.WriteHeader(r.Status)
	_, _ = w.Write(out) // the bot may have gone
	return true
}

// String says what the fault does, for the log.
func (r *ArmedFault) String() string {
	switch {
	case r.Status != 0:
		return fmt.Sprintf("answer %d", r.Status)
	case r.DropRequest:
		return "drop the request"
	case r.DropReply:
		return "drop the reply"
	}
	return fmt.Sprintf("delay %s", r.Delay)
}

const (
	downRefuse = 1
	down503    = 2
)

// Down takes all of Discord away: connections of the gateway break, requests break too, or are answered 503 if polite.
func (f *Faults) Down(polite bool) {
	if polite {
		f.down.Store(down503)
	} else {
		f.down.Store(downRefuse)
	}
	f.server.gateway.cutAll()
}

// Up ends Down.
func (f *Faults) Up() { f.down.Store(0) }

// refuses answers every request while Discord is down.
func (f *Faults) refuses(w http.ResponseWriter) bool {
	switch f.down.Load() {
	case downRefuse:
		panic(http.ErrAbortHandler)
	case down503:
		http.Error(w, "upstream connect error or disconnect/reset before headers", http.StatusServiceUnavailable)
		return true
	}
	return false
}
