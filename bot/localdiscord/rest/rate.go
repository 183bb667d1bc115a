package rest

import (
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"amytis/bot/localdiscord/traffic"
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

// limited are the kinds of requests with a limit of their own in each channel. Discord documents
// neither the kinds nor the numbers; bots read them in its headers.
var limited = map[string]bool{
	"POST /channels/{channel}/messages":            true,
	"PATCH /channels/{channel}/messages/{message}": true,
}

// bucket is a kind of request, by method and pattern, in a channel.
type bucket struct{ kind, channel string }

// rates counts the requests of a bot. It is safe for use by several goroutines.
type rates struct {
	enforce bool

	mu       sync.Mutex
	last     []time.Time // the requests of the last second
	channels map[bucket]*traffic.Window
	newDMs   traffic.Window
	invalid  traffic.Window
}

// check counts a request, and refuses it if there were too many. Exempt ones do not count. The
// global rate holds in any second, stricter than Discord, which does not document how it counts.
func (l *rates) check(b bucket, exempt bool, now time.Time) *wire.Refusal {
	if !l.enforce {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.invalid.Count(now, invalidWindow) > maxInvalid {
		return &wire.Refusal{Status: http.StatusForbidden,
			Message: "error code: 1015: banned for too many refused requests"}
	}
	if exempt {
		return nil
	}
	for len(l.last) > 0 && now.Sub(l.last[0]) >= time.Second {
		l.last = l.last[1:]
	}
	if len(l.last) >= globalRate {
		return tooFast(l.last[0].Add(time.Second).Sub(now), true)
	}
	l.last = append(l.last, now)
	if !limited[b.kind] {
		return nil
	}
	if l.channels[b] == nil {
		l.channels[b] = &traffic.Window{}
	}
	if wait, ok := l.channels[b].CountEvent(now, channelRate, channelWindow); !ok {
		return tooFast(wait, false)
	}
	return nil
}

// https://discord.com/developers/docs/resources/user#create-dm
func (l *rates) checkNewDM(now time.Time) *wire.Refusal {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.newDMs.CountEvent(now, newDMRate, newDMWindow); !ok && l.enforce {
		return wire.Refuse(http.StatusForbidden, wire.CodeNewDMsTooFast, "You are opening direct messages too fast")
	}
	return nil
}

func tooFast(wait time.Duration, global bool) *wire.Refusal {
	return &wire.Refusal{Status: http.StatusTooManyRequests, Message: "You are being rate limited.",
		RetryAfter: wire.Seconds(wait), Global: global}
}

// countRefusal counts what gets an address banned.
func (l *rates) countRefusal(status int, now time.Time) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.invalid.CountEvent(now, math.MaxInt, invalidWindow)
	}
}

// setHeaders tells the bot how many requests it has left.
func (l *rates) setHeaders(h http.Header, b bucket, refusal *wire.Refusal, now time.Time) {
	limit, remaining, after := unlimitedBucket, unlimitedBucket-1, 1.0
	l.mu.Lock()
	if w := l.channels[b]; w != nil {
		limit, remaining = channelRate, channelRate-w.Count(now, channelWindow)
		after = wire.Seconds(w.Left(now, channelWindow))
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
	name := fnv.New64a()              // as opaque as Discord's
	_, _ = name.Write([]byte(b.kind)) // a hash cannot fail
	reset := float64(now.UnixMilli())/1000 + after
	h["X-Ratelimit-Limit"] = []string{strconv.Itoa(limit)}
	h["X-Ratelimit-Remaining"] = []string{strconv.Itoa(remaining)}
	h["X-Ratelimit-Reset"] = []string{strconv.FormatFloat(reset, 'f', 3, 64)}
	h["X-Ratelimit-Reset-After"] = []string{strconv.FormatFloat(after, 'f', 3, 64)}
	h["X-Ratelimit-Bucket"] = []string{strconv.FormatUint(name.Sum64(), 16)}
}
