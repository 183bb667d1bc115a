// Package rate counts a bot's requests and refuses those beyond Discord's rate limits.
package rate

import (
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"amytis/bot/localdiscord/wire"
)

// Discord's rates. https://discord.com/developers/docs/topics/rate-limits
const (
	globalRate    = 50 // requests a second
	channelRate   = 5  // requests of a kind in channelWindow, per channel
	channelWindow = 5 * time.Second
	maxInvalid    = 10_000 // refusals in invalidWindow; more than that and the address is banned
	invalidWindow = 10 * time.Minute
	// Discord does not document how many direct conversations a bot may open. Bots report 25 to 40.
	newDMRate       = 25
	newDMWindow     = 10 * time.Minute
	unlimitedBucket = 1000 // the limit in the headers of requests that are not limited
)

type Request struct {
	Method, Pattern string // of the route; "" if there is none
	Channel         string
	// Exempt requests do not count against the global rate.
	Exempt bool
}

// limited are the kinds of requests with a limit of their own in each channel. Discord documents
// neither the kinds nor the numbers; bots read them in its headers.
var limited = map[string]bool{
	"POST /channels/{channel}/messages":            true,
	"PATCH /channels/{channel}/messages/{message}": true,
}

func (r Request) kind() string { return r.Method + " " + r.Pattern }

// Limits counts all requests of a bot. It is safe for use by several goroutines.
type Limits struct {
	enforce bool

	mu       sync.Mutex
	global   sliding
	channels map[Request]*Window
	newDMs   Window
	invalid  Window
}

// New returns limits that refuse nothing unless they are enforced.
func New(enforce bool) *Limits { return &Limits{enforce: enforce, channels: map[Request]*Window{}} }

// Check counts a request, and refuses it if there were too many.
func (l *Limits) Check(r Request, now time.Time) *wire.Refusal {
	if !l.enforce {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.invalid.count > maxInvalid && now.Sub(l.invalid.start) < invalidWindow {
		return &wire.Refusal{Status: http.StatusForbidden,
			Message: "error code: 1015: banned for too many refused requests"}
	}
	if r.Exempt {
		return nil
	}
	if wait, ok := l.global.countEvent(now, globalRate, time.Second); !ok {
		return tooFast(wait, true)
	}
	if !limited[r.kind()] {
		return nil
	}
	w := l.channels[r]
	if w == nil {
		w = &Window{}
		l.channels[r] = w
	}
	if wait, ok := w.CountEvent(now, channelRate, channelWindow); !ok {
		return tooFast(wait, false)
	}
	return nil
}

// CheckNewDM counts a new direct conversation, and refuses it if there were too many.
// https://discord.com/developers/docs/resources/user#create-dm
func (l *Limits) CheckNewDM(now time.Time) *wire.Refusal {
	if !l.enforce {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.newDMs.CountEvent(now, newDMRate, newDMWindow); !ok {
		return wire.Refuse(http.StatusForbidden, wire.CodeNewDMsTooFast, "You are opening direct messages too fast")
	}
	return nil
}

func tooFast(wait time.Duration, global bool) *wire.Refusal {
	return &wire.Refusal{Status: http.StatusTooManyRequests, Message: "You are being rate limited.",
		RetryAfter: wire.Seconds(wait), Global: global}
}

// CountRefusal counts what gets an address banned.
func (l *Limits) CountRefusal(status int, now time.Time) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.invalid.CountEvent(now, math.MaxInt, invalidWindow)
	}
}

// Headers sets the headers that tell the bot how many requests it has left.
func (l *Limits) Headers(h http.Header, r Request, refusal *wire.Refusal, now time.Time) {
	limit, remaining, after := unlimitedBucket, unlimitedBucket-1, 1.0
	l.mu.Lock()
	if w := l.channels[r]; w != nil {
		limit, remaining = channelRate, channelRate-w.count
		after = wire.Seconds(max(0, w.start.Add(channelWindow).Sub(now)))
	}
	l.mu.Unlock()
	if refusal != nil && refusal.Status == http.StatusTooManyRequests {
		remaining, after = 0, refusal.RetryAfter
		h["Retry-After"] = []string{strconv.Itoa(int(math.Ceil(after)))}
		scope := "user"
		if refusal.Global {
			scope = "global"
			h["X-Ratelimit-Global"] = []string{"true"}
		}
		h["X-Ratelimit-Scope"] = []string{scope}
	}
	reset := float64(now.UnixMilli())/1000 + after
	h["X-Ratelimit-Limit"] = []string{strconv.Itoa(limit)}
	h["X-Ratelimit-Remaining"] = []string{strconv.Itoa(remaining)}
	h["X-Ratelimit-Reset"] = []string{strconv.FormatFloat(reset, 'f', 3, 64)}
	h["X-Ratelimit-Reset-After"] = []string{strconv.FormatFloat(after, 'f', 3, 64)}
	h["X-Ratelimit-Bucket"] = []string{bucketName(r)}
}

// bucketName returns the name of the route's bucket, as opaque as Discord's.
func bucketName(r Request) string {
	h := fnv.New64a()
	if r.Pattern != "" {
		_, _ = h.Write([]byte(r.kind())) // a hash cannot fail
	}
	return strconv.FormatUint(h.Sum64(), 16)
}
