package session

import (
	"encoding/json"
	"sync"
	"time"
)

// ackTimer ends a connection on which a heartbeat is not acknowledged in time. Discord calls such a
// connection zombied. discordgo alone notices it after five heartbeats.
// https://discord.com/developers/docs/events/gateway#sending-heartbeats
type ackTimer struct {
	dead func()
	took func(time.Duration) // is told how long an acknowledgement took; may be nil

	mu      sync.Mutex
	timeout time.Duration
	fixed   bool        // the timeout is configured
	timer   *time.Timer // runs from a heartbeat to its acknowledgement
	began   time.Time   // when the timer began to run
	stopped bool
}

// newAckTimer returns a timer that calls dead. The timeout is the configured one, or Discord's
// heartbeat interval.
func newAckTimer(cfg Config, dead func()) *ackTimer {
	t := &ackTimer{dead: dead, timeout: cfg.AckTimeout, fixed: cfg.AckTimeout > 0}
	if !t.fixed {
		t.timeout = cfg.ReadTimeout
	}
	return t
}

// hello takes the heartbeat interval from the data of HELLO.
func (t *ackTimer) hello(data json.RawMessage) {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if json.Unmarshal(data, &hello) != nil || hello.Interval <= 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.fixed {
		t.timeout = time.Duration(hello.Interval) * time.Millisecond
	}
}

// sent starts the timer, unless an earlier heartbeat is still waiting. Discord may ask for further
// heartbeats at any time, so a second heartbeat alone proves nothing.
func (t *ackTimer) sent() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer == nil && !t.stopped {
		t.timer, t.began = time.AfterFunc(t.timeout, t.dead), time.Now()
	}
}

// acknowledged stops the timer.
func (t *ackTimer) acknowledged() {
	if took, ran := t.halt(); ran && t.took != nil {
		t.took(took)
	}
}

// halt stops the timer, if it runs, and returns for how long it did.
func (t *ackTimer) halt() (ran time.Duration, running bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer == nil {
		return 0, false
	}
	t.timer.Stop()
	t.timer = nil
	return time.Since(t.began), true
}

// stop stops the timer for good.
func (t *ackTimer) stop() {
	t.halt()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
}
