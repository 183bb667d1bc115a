package session

import (
	"log/slog"
	"math/rand/v2"
	"time"
)

// gateway keeps the shards connected to Discord and gives their events to the dispatcher.
type gateway struct {
	cfg         Config
	log         *slog.Logger
	events      *dispatcher
	starts      *starts
	dialer      dialer
	application *Application    // its ID comes with READY
	refused     <-chan struct{} // has something when Discord has refused the token for a request
	watch       shardWatch
}

// pause returns the time to wait after this many failures.
func (g *gateway) pause(failures int) time.Duration {
	return jitter(min(g.cfg.BackoffMin<<min(failures, 16), g.cfg.BackoffMax))
}

// jitter returns a random duration from the upper half of d.
func jitter(d time.Duration) time.Duration {
	return d/2 + rand.N(d/2+1)
}
