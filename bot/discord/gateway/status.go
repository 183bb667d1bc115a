package gateway

import (
	"slices"
	"sync"
	"time"
)

type Status struct {
	// Shards are there once Discord has said how many to have.
	Shards []ShardStatus
	// NewSessions and ResumedSessions count the connections that became ready.
	NewSessions, ResumedSessions uint64
}

type ShardStatus struct {
	State ShardState
	Since time.Time
	// Heartbeat is how long Discord took to acknowledge the last heartbeat, 0 if none was yet.
	Heartbeat time.Duration
}

type ShardState uint8

const (
	Connecting ShardState = iota
	// Connected means that the shard is ready, and that Discord acknowledges its heartbeats.
	Connected
	// Elsewhere means that another process has the shard.
	Elsewhere
)

func (g *Gateway) Status() Status {
	g.watch.mu.Lock()
	defer g.watch.mu.Unlock()
	now := g.watch.Status
	now.Shards = slices.Clone(now.Shards)
	return now
}

type shardWatch struct {
	mu sync.Mutex
	Status
}

func (w *shardWatch) resetShards(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Shards = make([]ShardStatus, n)
	for id := range w.Shards {
		w.Shards[id].Since = time.Now()
	}
}

func (w *shardWatch) set(id int, state ShardState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id < len(w.Shards) && w.Shards[id].State != state {
		w.Shards[id] = ShardStatus{State: state, Since: time.Now()}
	}
}

func (w *shardWatch) setAll(state ShardState) {
	for id := range w.Shards {
		w.set(id, state)
	}
}

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

func (w *shardWatch) acknowledged(id int, took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id < len(w.Shards) {
		w.Shards[id].Heartbeat = took
	}
}
