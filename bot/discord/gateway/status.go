package gateway

import (
	"slices"
	"sync"
	"time"
)

// Status is how the shards are connected.
type Status struct {
	// Shards are the shards by their number. There are none before Discord has said how many to
	// have.
	Shards []ShardStatus
	// NewSessions and ResumedSessions count the connections that became ready.
	NewSessions, ResumedSessions uint64
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
func (g *Gateway) Status() Status {
	g.watch.mu.Lock()
	defer g.watch.mu.Unlock()
	now := g.watch.Status
	now.Shards = slices.Clone(now.Shards)
	return now
}

// shardWatch notes how the shards are connected.
type shardWatch struct {
	mu sync.Mutex
	Status
}

// begin notes that there are n shards, none of them connected.
func (w *shardWatch) begin(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Shards = make([]ShardStatus, n)
	for id := range w.Shards {
		w.Shards[id].Since = time.Now()
	}
}

// set notes the state of a shard.
func (w *shardWatch) set(id int, state ShardState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id < len(w.Shards) && w.Shards[id].State != state {
		w.Shards[id] = ShardStatus{State: state, Since: time.Now()}
	}
}

// ready notes that a shard is connected, with a session that was resumed or is new.
func (w *shardWatch) ready(id int, resumed bool) {
	w.set(id, Connected)
	w.mu.Lock()
	defer w.mu.Unlock()
	if resumed {
		w.ResumedSessions++
	} else {
		w.NewSessions++
	}
}

// acknowledged notes how long Discord took to acknowledge a heartbeat of a shard.
func (w *shardWatch) acknowledged(id int, took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id < len(w.Shards) {
		w.Shards[id].Heartbeat = took
	}
}
