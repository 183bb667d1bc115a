// Package gateway keeps the bot connected to Discord's gateway.
//
// [Gateway.Run] runs the shards. Each opens one connection after another. It notices at once when a
// connection ends, and decides whether to resume its session, to start a new one or to give up with
// a [FinalError]. Events go to a function. They may be lost, repeated or reordered.
package gateway

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"amytis/bot/discord/rest"
)

// Config limits when and how to connect. Every zero value means the default named here.
type Config struct {
	OpenTimeout time.Duration // from dialling to READY; default 20 s
	// BackoffMin and BackoffMax limit the pause between two attempts to connect. Defaults 1 s and
	// 60 s. The pause doubles with each failure, and is random within the upper half, so that bots
	// do not all reconnect at once.
	BackoffMin, BackoffMax time.Duration
	// Shards is how many connections share the servers. Default as many as Discord recommends.
	Shards int
	// IdentifySpacing is between two new sessions of a bucket. Default 5.5 s; Discord demands 5 s.
	IdentifySpacing time.Duration
	// Mine, if not nil, reports whether this process is the one to be connected. It is asked again
	// and again, since another process may stop. sessions is what this process has, "" for nothing
	// yet, and kept is what the last process had that told: its sessions are resumed.
	Mine func(ctx context.Context, sessions string) (mine bool, kept string, err error)
	// Leave, needed with Mine, lets the next process connect at once, with the sessions or "".
	Leave func(ctx context.Context, sessions string) error
}

func (c Config) withDefaults() Config {
	c.OpenTimeout = cmp.Or(c.OpenTimeout, 20*time.Second)
	c.BackoffMin = cmp.Or(c.BackoffMin, time.Second)
	c.BackoffMax = max(cmp.Or(c.BackoffMax, time.Minute), c.BackoffMin)
	c.IdentifySpacing = cmp.Or(c.IdentifySpacing, 5500*time.Millisecond)
	return c
}

type Gateway struct {
	cfg      Config
	log      *slog.Logger
	rest     *rest.Client
	events   func(name string, data []byte) (handle func())
	starts   *starts
	dialer   dialer
	watch    shardWatch
	presence atomic.Pointer[string] // nil before Present
}

// New returns a gateway that gives each event to events, which must not wait. What that returns is
// called in a goroutine, unless it is nil.
func New(
	cfg Config, r *rest.Client, log *slog.Logger, events func(name string, data []byte) (handle func()),
) *Gateway {
	cfg = cfg.withDefaults()
	lookup := func(ctx context.Context) (Info, error) { return Lookup(ctx, r) }
	return &Gateway{
		cfg: cfg, log: log, rest: r, events: events, starts: newStarts(cfg, log, lookup),
		dialer: dialer{proxy: http.ProxyFromEnvironment, direct: r.Dial()},
	}
}

func (g *Gateway) pause(failures int) time.Duration {
	longest := min(g.cfg.BackoffMin<<min(failures, 16), g.cfg.BackoffMax)
	return longest/2 + rand.N(longest/2+1)
}

type Status struct {
	Shards []ShardStatus // there once Discord has said how many to have
	// NewSessions and ResumedSessions count the connections that became ready.
	NewSessions, ResumedSessions uint64
}

type ShardStatus struct {
	State     ShardState
	Since     time.Time
	Heartbeat time.Duration // until Discord acknowledged the last heartbeat, 0 before any
}

type ShardState uint8

const (
	Connecting ShardState = iota
	Connected             // ready, and Discord acknowledges the heartbeats
	Elsewhere             // another process has the shard
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
	w.Shards = slices.Repeat([]ShardStatus{{Since: time.Now()}}, n)
}

func (w *shardWatch) set(state ShardState, shards ...*shard) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range shards {
		if w.Shards[s.id].State != state {
			w.Shards[s.id] = ShardStatus{State: state, Since: time.Now()}
		}
	}
}

func (w *shardWatch) ready(s *shard, resumed bool) {
	w.set(Connected, s)
	w.mu.Lock()
	defer w.mu.Unlock()
	if resumed {
		w.ResumedSessions++
	} else {
		w.NewSessions++
	}
}

func (w *shardWatch) acknowledged(s *shard, took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Shards[s.id].Heartbeat = took
}

// Present shows a text below the bot's name, "" for none: when a connection becomes ready, and with
// the next heartbeat of the others.
func (g *Gateway) Present(text string) { g.presence.Store(&text) }

// present sends the text unless the connection shows it. It is a custom status: that stands alone,
// while Discord puts "Playing" before the name of a game.
// https://discord.com/developers/docs/events/gateway-events#update-presence
func (c *connection) present() {
	now := c.shard.gateway.presence.Load()
	if now == nil || *now == c.presented {
		return
	}
	c.presented = *now
	activities := []any{}
	if *now != "" {
		activities = append(activities, map[string]any{"name": "Custom Status", "type": 4, "state": *now})
	}
	c.send(opPresence, map[string]any{"since": nil, "activities": activities, "status": "online", "afk": false})
}

var errGreeted = errors.New("greeted by Discord")

// Try connects to the gateway, and hangs up once Discord greets.
func Try(ctx context.Context, r *rest.Client, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	g := New(Config{}, r, slog.New(slog.DiscardHandler), func(string, []byte) (handle func()) { return nil })
	err := g.newShards(1)[0].connect(ctx, url, func() error { return errGreeted }).cause
	switch {
	case errors.Is(err, errGreeted):
		return nil
	case ctx.Err() != nil:
		return errOpenTimeout
	}
	return err
}
