package rest

import (
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"sync"
	"time"
)

type Traffic struct {
	Requests    uint64            // with the bot's token
	Waited      time.Duration     // for the rate limits, all requests together
	RateLimited map[string]uint64 // answers with status 429, by the scope of the limit
	Banned      time.Duration     // until requests are sent again: Cloudflare bans this address or soon would
}

func (r *Client) Traffic() Traffic {
	t := r.limits.traffic
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.counts
	now.RateLimited = maps.Clone(now.RateLimited)
	now.Banned = t.until(lastRefused, time.Now())
	return now
}

// Discord bans an address that had 10,000 requests refused in ten minutes: by 401, 403 or 429, on
// any route. The documentation does not count limits that bots share, but such have led to bans.
// Each refusal counts until it is forgotten, one after the other, so within ten minutes there are
// at most twice as many as may count. Requests that may wait stop at half of that.
// https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
const (
	maxRefused  = lastRefused / 2
	lastRefused = 4500
	forgetting  = 10 * time.Minute / lastRefused // until one refusal is forgotten
)

const banText = "Cloudflare bans this address, as after many refused requests"

var errRefusals = errors.New("not sent because Discord refused many requests recently, or Cloudflare bans this address")

// traffic counts the requests and their answers.
type traffic struct {
	log *slog.Logger

	mu        sync.Mutex
	counts    Traffic
	forgotten time.Time // when all refusals are
	banned    time.Time // when Cloudflare lets this address in again
	warned    bool      // of refusals that are not forgotten yet
}

func newTraffic(log *slog.Logger) *traffic {
	// These are the scopes of rate limits, as Discord's header X-RateLimit-Scope names them. A
	// limit without the header is the bot's, or Cloudflare's on Discord's network.
	// https://discord.com/developers/docs/topics/rate-limits#header-format
	scopes := map[string]uint64{"user": 0, "global": 0, "shared": 0, "unknown": 0}
	return &traffic{log: log, counts: Traffic{RateLimited: scopes}}
}

func (t *traffic) sent(since time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts.Requests++
	t.counts.Waited += time.Since(since)
}

func (t *traffic) saw(resp *http.Response) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch resp.StatusCode {
	case http.StatusTooManyRequests:
		scope := resp.Header.Get("X-RateLimit-Scope")
		if _, known := t.counts.RateLimited[scope]; !known {
			scope = "unknown"
		}
		t.counts.RateLimited[scope]++
		t.refused(time.Now())
	case http.StatusUnauthorized, http.StatusForbidden:
		t.refused(time.Now())
	}
}

func (t *traffic) refused(now time.Time) {
	if t.forgotten.Before(now) {
		t.forgotten, t.warned = now, false
	}
	t.forgotten = t.forgotten.Add(forgetting)
	if !t.warned && t.until(maxRefused, now) > 0 {
		t.warned = true
		t.log.Error("Discord refuses many requests: sending fewer, because it would ban this address")
	}
}

func (t *traffic) ban(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.banned = time.Now().Add(d)
	t.log.Error(banText+": sending nothing", slog.Duration("pause", d))
}

// until returns how long a ban holds, or number refusals or more count; 0 if neither is so.
func (t *traffic) until(number int, now time.Time) time.Duration {
	fewer := t.forgotten.Add(-time.Duration(number-1) * forgetting)
	return max(fewer.Sub(now), t.banned.Sub(now), 0)
}

func (t *traffic) check(q Request, number int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if wait := t.until(number, time.Now()); wait > 0 {
		return &Error{Route: q.Name(), RetryAfter: wait, Err: errRefusals}
	}
	return nil
}
