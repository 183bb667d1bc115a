package gateway

import (
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
func (g *Gateway) Status() Status { return g.watch.status() }

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
