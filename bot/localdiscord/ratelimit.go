package localdiscord

import (
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Discord's rates. https://discord.com/developers/docs/topics/rate-limits
const (
	globalRate      = 50 // requests a second
	messageRate     = 5  // messages in messageWindow, a channel
	messageWindow   = 5 * time.Second
	maxInvalid      = 10_000 // refusals in invalidWindow; then the address is banned
	invalidWindow   = 10 * time.Minute
	unlimitedBucket = 1000 // what the headers say when rates are not enforced
)

// window counts requests in a fixed stretch of time.
type window struct {
	start time.Time
	count int
}

// take counts one more; when that is too many it says how long to wait.
func (w *window) take(now time.Time, limit int, length time.Duration) (wait time.Duration, fine bool) {
	if now.Sub(w.start) >= length {
		w.start, w.count = now, 0
	}
	if w.count >= limit {
		return w.start.Add(length).Sub(now), false
	}
	w.count++
	return 0, true
}

type rateLimits struct {
	mu       sync.Mutex
	global   window
	channels map[string]*window
	invalid  window
}

// check refuses what is too fast, if that is asked for.
func (l *rateLimits) check(s *Server, c *call) *apiError {
	if !s.options.EnforceRate {
		return nil
	}
	now := s.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.invalid.count > maxInvalid && now.Sub(l.invalid.start) < invalidWindow {
		return &apiError{status: http.StatusForbidden, message: "error code: 1015: banned for too many refused requests"}
	}
	if c.route.exempt {
		return nil
	}
	if wait, fine := l.global.take(now, globalRate, time.Second); !fine {
		return tooFast(wait, true)
	}
	if c.r.Method != http.MethodPost || c.route.pattern != "/channels/{channel}/messages" {
		return nil
	}
	if l.channels == nil {
		l.channels = map[string]*window{}
	}
	w := l.channels[c.param("channel")]
	if w == nil {
		w = &window{}
		l.channels[c.param("channel")] = w
	}
	if wait, fine := w.take(now, messageRate, messageWindow); !fine {
		return tooFast(wait, false)
	}
	return nil
}

func tooFast(wait time.Duration, global bool) *apiError {
	return &apiError{status: http.StatusTooManyRequests, message: "You are being rate limited.",
		retryAfter: roundUp(wait), global: global}
}

// roundUp gives seconds with three digits, as Discord does.
func roundUp(d time.Duration) float64 { return math.Ceil(d.Seconds()*1000) / 1000 }

func (l *rateLimits) countInvalid(status int, now time.Time) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.invalid.take(now, math.MaxInt, invalidWindow)
	}
}

// headers tells the bot where it stands.
func (l *rateLimits) headers(h http.Header, c *call, refusal *apiError, now time.Time) {
	limit, remaining, after := unlimitedBucket, unlimitedBucket-1, 1.0
	if w := l.channelWindow(c); w != nil {
		limit, remaining = messageRate, messageRate-w.count
		after = roundUp(max(0, w.start.Add(messageWindow).Sub(now)))
	}
	if refusal != nil && refusal.status == http.StatusTooManyRequests {
		remaining, after = 0, refusal.retryAfter
		h["Retry-After"] = []string{strconv.Itoa(int(math.Ceil(after)))}
		scope := "user"
		if refusal.global {
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
	h["X-Ratelimit-Bucket"] = []string{bucketName(c)}
}

func (l *rateLimits) channelWindow(c *call) *window {
	if c.route == nil || c.route.pattern != "/channels/{channel}/messages" || c.r.Method != http.MethodPost {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.channels[c.param("channel")]
	if w == nil {
		return nil
	}
	now := *w
	return &now
}

// bucketName is as opaque as Discord's: one a route.
func bucketName(c *call) string {
	h := fnv.New64a()
	if c.route != nil {
		_, _ = h.Write([]byte(c.route.method + c.route.pattern)) // a hash cannot fail
	}
	return strconv.FormatUint(h.Sum64(), 16)
}
