package rest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"amytis/bot/localdiscord/wire"
)

// Fault happens to the requests that match it. Connections of the gateway are never delayed.
type Fault struct {
	// Method of the request, any if empty.
	Method string
	// Path is a regular expression for the path without /api/v10, any if empty.
	Path string
	// Times is how many requests it happens to, every one if zero.
	Times int

	// Delay holds the request before anything else, at most until the fault is removed.
	Delay time.Duration
	// Status is answered instead of carrying the request out: 429, 500, 502, 503 ...
	Status int
	// Code is Discord's code in that answer, such as 30046.
	Code int
	// RetryAfter and Global belong to Status 429.
	RetryAfter time.Duration
	Global     bool
	// Banned answers as Cloudflare does, with RetryAfter.
	Banned bool
	// DropRequest closes the connection without carrying the request out.
	DropRequest bool
	// DropReply carries the request out, and then closes the connection without an answer.
	DropReply bool
}

type Armed struct {
	Fault
	path    *regexp.Regexp
	left    int
	hits    atomic.Int64
	from    *RequestFaults
	removed chan struct{}
	once    sync.Once
}

// RequestFaults are what goes wrong with a bot's requests, by the script of a test: delays, errors, lost
// requests and lost replies. The zero value is a Discord that works.
type RequestFaults struct {
	mu   sync.Mutex
	list []*Armed
}

// REST arms a fault. It panics if Path is not a regular expression.
func (f *RequestFaults) REST(fault Fault) *Armed {
	armed := &Armed{
		Fault: fault, path: regexp.MustCompile(fault.Path), left: cmp.Or(fault.Times, math.MaxInt), from: f,
		removed: make(chan struct{}),
	}
	f.change(func(list []*Armed) []*Armed { return append(list, armed) })
	return armed
}

func (f *RequestFaults) change(next func([]*Armed) []*Armed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = next(f.list)
}

func (a *Armed) Hits() int { return int(a.hits.Load()) }

// Remove ends the fault, also for the requests that it delays.
func (a *Armed) Remove() {
	a.from.change(a.without)
	a.once.Do(func() { close(a.removed) })
}

func (a *Armed) without(list []*Armed) []*Armed {
	return slices.DeleteFunc(list, func(other *Armed) bool { return other == a })
}

func (f *RequestFaults) Clear() { f.change(func([]*Armed) []*Armed { return nil }) }

// Match counts the fault that happens to a request, and returns it, or nil.
func (f *RequestFaults) Match(method, path string) (found *Armed) {
	f.change(func(list []*Armed) []*Armed {
		for _, a := range list {
			if a.Method != "" && a.Method != method || !a.path.MatchString(path) {
				continue
			}
			found = a
			a.hits.Add(1)
			if a.left--; a.left == 0 {
				return a.without(list)
			}
			break
		}
		return list
	})
	return found
}

func (a *Armed) Wait(ctx context.Context) {
	if a.Delay == 0 {
		return
	}
	select {
	case <-time.After(a.Delay):
	case <-a.removed:
	case <-ctx.Done():
	}
}

// Refusal returns the scripted answer, nil if there is none.
func (a *Armed) Refusal() *wire.Refusal {
	if a.Status == 0 {
		return nil
	}
	refusal := wire.Refuse(a.Status, a.Code, fmt.Sprintf("%d: %s", a.Status, http.StatusText(a.Status)))
	if a.Status == http.StatusTooManyRequests {
		refusal.Message, refusal.RetryAfter = "You are being rate limited.", a.RetryAfter.Seconds()
		refusal.Global = a.Global
	}
	return refusal
}

func (a *Armed) String() string {
	switch {
	case a.Status != 0:
		return fmt.Sprintf("answer %d", a.Status)
	case a.DropRequest:
		return "drop the request"
	case a.DropReply:
		return "drop the reply"
	}
	return fmt.Sprintf("delay %s", a.Delay)
}
