package rest

import (
	"net/http"
	"slices"
	"sync/atomic"
	"time"
)

// Traffic counts requests.
type Traffic struct {
	// Requests counts the requests with the bot's token, and Waited is how long they had to wait
	// for the rate limits, all together.
	Requests uint64
	Waited   time.Duration
	// RateLimited counts Discord's answers with status 429, of all requests, by the scope of the
	// limit.
	RateLimited map[string]uint64
}

// Traffic returns the requests so far. It may be called at any time.
func (r *Client) Traffic() Traffic {
	t := Traffic{
		Requests: r.traffic.requests.Load(), Waited: time.Duration(r.traffic.waited.Load()),
		RateLimited: make(map[string]uint64, len(limitScopes)),
	}
	for i, scope := range limitScopes {
		t.RateLimited[scope] = r.traffic.limited[i].Load()
	}
	return t
}

// These are the scopes of rate limits, as Discord's header X-RateLimit-Scope names them. A limit
// without the header is that of the bot, or of Discord's network if it is Cloudflare's.
// https://discord.com/developers/docs/topics/rate-limits#header-format
var limitScopes = [...]string{"user", "global", "shared", "unknown"}

// traffic counts requests.
type traffic struct {
	requests atomic.Uint64
	waited   atomic.Int64
	limited  [len(limitScopes)]atomic.Uint64 // by position in limitScopes
}

// sent counts a request with the bot's token that has waited for the rate limits since a time.
func (t *traffic) sent(since time.Time) {
	t.requests.Add(1)
	t.waited.Add(int64(time.Since(since)))
}

// saw counts a response with status 429.
func (t *traffic) saw(resp *http.Response) {
	if resp.StatusCode != http.StatusTooManyRequests {
		return
	}
	at := slices.Index(limitScopes[:], resp.Header.Get("X-RateLimit-Scope"))
	if at < 0 {
		at = len(limitScopes) - 1
	}
	t.limited[at].Add(1)
}
