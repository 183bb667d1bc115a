package rest

import (
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Discord bans an address that had 10,000 requests refused in ten minutes: by 401, 403 or 429, on
// any route. The documentation does not count limits that bots share, but such have led to bans.
// Requests that may wait become slow at a quarter of that and stop at half. Answers to
// interactions and the gateway's requests stop shortly before the ban.
// https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
const (
	slowAtRefused = 2500
	maxRefused    = 5000
	lastRefused   = 9000
	refusedWithin = 10 * time.Minute
)

// slowPause is between two requests that may wait.
const slowPause = time.Second

type refusals struct {
	log *slog.Logger

	mu     sync.Mutex
	times  [lastRefused]time.Time // a ring: next is the oldest
	next   int
	logged int       // the highest limit that was logged and still holds
	banned time.Time // when Cloudflare lets this address in again
}

func (r *refusals) saw(resp *http.Response) {
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusUnauthorized, http.StatusForbidden:
		r.add(time.Now())
	}
}

const banText = "Cloudflare bans this address, as after many refused requests"

func (r *refusals) ban(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.banned = time.Now().Add(d)
	r.log.Error(banText+": sending nothing", slog.Duration("pause", d))
}

func (r *refusals) add(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.times[r.next] = now
	r.next = (r.next + 1) % len(r.times)
	reached := 0
	for _, limit := range []int{slowAtRefused, maxRefused, lastRefused} {
		if r.left(limit, now) > 0 {
			reached = limit
		}
	}
	if reached > r.logged {
		r.log.Error("Discord refuses many requests: sending fewer, because it would ban this address",
			slog.Int("refused", reached), slog.Duration("within", refusedWithin))
	}
	r.logged = reached
}

// until returns how long it takes until fewer than a number were refused in ten minutes and no ban
// holds, 0 if it is so now.
func (r *refusals) until(limit int, now time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return max(r.left(limit, now), r.banned.Sub(now))
}

func (r *refusals) left(limit int, now time.Time) time.Duration {
	last := r.times[(r.next-limit+len(r.times))%len(r.times)]
	if last.IsZero() {
		return 0
	}
	return max(last.Add(refusedWithin).Sub(now), 0)
}

func (r *refusals) check(limit int) error {
	if wait := r.until(limit, time.Now()); wait > 0 {
		return &Error{RetryAfter: wait, Err: fmt.Errorf("not sent because Discord refused more than %d requests recently, or Cloudflare bans this address", limit)}
	}
	return nil
}
