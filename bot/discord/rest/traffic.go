package rest

import (
	"maps"
	"net/http"
	"sync"
	"time"
)

type Traffic struct {
	// Requests counts the requests with the bot's token, and Waited is how long they had to wait
	// for the rate limits, all together.
	Requests uint64
	Waited   time.Duration
	// RateLimited counts all answers with status 429 by the scope of the limit.
	RateLimited map[string]uint64
	// Banned is for how long no request is sent, since Cloudflare bans this address or soon would.
	Banned time.Duration
}

func (r *Client) Traffic() Traffic {
	r.traffic.mu.Lock()
	defer r.traffic.mu.Unlock()
	now := r.traffic.Traffic
	now.RateLimited = maps.Clone(now.RateLimited)
	now.Banned = r.limits.refused.until(lastRefused, time.Now())
	return now
}

type traffic struct {
	mu sync.Mutex
	Traffic
}

func newTraffic() *traffic {
	// These are the scopes of rate limits, as Discord's header X-RateLimit-Scope names them. A
	// limit without the header is the bot's, or Cloudflare's on Discord's network.
	// https://discord.com/developers/docs/topics/rate-limits#header-format
	return &traffic{Traffic: Traffic{RateLimited: map[string]uint64{"user": 0, "global": 0, "shared": 0, "unknown": 0}}}
}

func (t *traffic) sent(since time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Requests++
	t.Waited += time.Since(since)
}

func (t *traffic) saw(resp *http.Response) {
	if resp.StatusCode != http.StatusTooManyRequests {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	scope := resp.Header.Get("X-RateLimit-Scope")
	if _, ok := t.RateLimited[scope]; !ok {
		scope = "unknown"
	}
	t.RateLimited[scope]++
}
