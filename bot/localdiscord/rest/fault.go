package rest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"sync"
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

// Armed is a fault that happens until it is removed.
type Armed struct {
	Fault
	from    *RequestFaults
	path    *regexp.Regexp
	removed chan struct{}
	// left and hits are how many requests it still happens to, and has happened to.
	left, hits int
}

// RequestFaults are what goes wrong with a bot's requests, by the script of a test.
type RequestFaults struct {
	mu   sync.Mutex // guards the faults, too
	list []*Armed
}

// REST arms a fault. It panics if Path is not a regular expression.
func (f *RequestFaults) REST(fault Fault) *Armed {
	a := &Armed{Fault: fault, from: f, path: regexp.MustCompile(fault.Path), removed: make(chan struct{}),
		left: cmp.Or(fault.Times, math.MaxInt)}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, a)
	return a
}

func (a *Armed) Hits() int {
	a.from.mu.Lock()
	defer a.from.mu.Unlock()
	return a.hits
}

// Remove ends the fault, also for the requests that it delays.
func (a *Armed) Remove() {
	a.from.mu.Lock()
	defer a.from.mu.Unlock()
	a.left = 0
	select {
	case <-a.removed:
	default:
		close(a.removed)
	}
}

func (f *RequestFaults) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = nil
}

// Match counts the fault that happens to a request, and returns it, or nil.
func (f *RequestFaults) Match(method, path string) *Armed {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range f.list {
		if a.left > 0 && (a.Method == "" || a.Method == method) && a.path.MatchString(path) {
			a.left--
			a.hits++
			return a
		}
	}
	return nil
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
