package session

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Status is how a [Client] is connected, and what it has counted since New.
type Status struct {
	// Shards are the shards by their number. There are none before Discord has said how many to
	// have.
	Shards []ShardStatus
	// NewSessions and ResumedSessions count the connections that became ready.
	NewSessions, ResumedSessions uint64
	// Requests counts the requests with the bot's token, and Waited is how long they had to wait
	// for the rate limits, all together.
	Requests uint64
	Waited   time.Duration
	// RateLimited counts Discord's answers with status 429, of all requests, by the scope of the
	// limit.
	RateLimited map[string]uint64
	// Dropped counts the interactions that got no answer because too many came at once.
	Dropped uint64
}

// ShardStatus is the state of one shard.
type ShardStatus struct {
	State ShardState
	// Since is when the state began.
	Since time.Time
	// Heartbeat is how long Discord took to acknowledge the last heartbeat, 0 if none was yet.
	Heartbeat time.Duration
}

// ShardState says whether a shard is connected.
type ShardState uint8

const (
	// Connecting means that the shard has no session that is ready.
	Connecting ShardState = iota
	// Connected means that the shard is ready, and that Discord acknowledges its heartbeats.
	Connected
	// Elsewhere means that another process has the shard.
	Elsewhere
)

// Status returns the status at this moment. It may be called at any time.
func (c *Client) Status() Status {
	s := c.gateway.watch.status()
	c.rest.traffic.fill(&s)
	s.Dropped = uint64(c.events.dropped.Load())
	return s
}

// shardWatch notes the states of the shards.
type shardWatch struct {
	mu           sync.Mutex
	shards       []ShardStatus
	new, resumed uint64
}

// begin notes that there are n shards, none of them connected.
func (w *shardWatch) begin(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shards = make([]ShardStatus, n)
	for id := range w.shards {
		w.shards[id].Since = time.Now()
	}
}

// set notes the state of a shard.
func (w *shardWatch) set(id int, state ShardState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id < len(w.shards) && w.shards[id].State != state {
		w.shards[id] = ShardStatus{State: state, Since: time.Now()}
	}
}

// ready notes that a shard is connected, with a session that was resumed or is new.
func (w *shardWatch) ready(id int, resumed bool) {
	w.set(id, Connected)
	w.mu.Lock()
	defer w.mu.Unlock()
	if resumed {
		w.resumed++
	} else {
		w.new++
	}
}

// acknowledged notes how long Discord took to acknowledge a heartbeat of a shard.
func (w *shardWatch) acknowledged(id int, took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id < len(w.shards) {
		w.shards[id].Heartbeat = took
	}
}

func (w *shardWatch) status() Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	return Status{
		Shards: append([]ShardStatus(nil), w.shards...), NewSessions: w.new, ResumedSessions: w.resumed,
	}
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
	told := resp.Header.Get("X-RateLimit-Scope")
	at := len(limitScopes) - 1
	for i, scope := range limitScopes {
		if scope == told {
			at = i
		}
	}
	t.limited[at].Add(1)
}

func (t *traffic) fill(s *Status) {
	s.Requests, s.Waited = t.requests.Load(), time.Duration(t.waited.Load())
	s.RateLimited = make(map[string]uint64, len(limitScopes))
	for i, scope := range limitScopes {
		s.RateLimited[scope] = t.limited[i].Load()
	}
}

// SinceArrival returns how long ago the interaction arrived that ctx handles, 0 for any other
// context.
func SinceArrival(ctx context.Context) time.Duration {
	if r := receiptOf(ctx); r != nil {
		return time.Since(r.arrived)
	}
	return 0
}
