// Package gateway keeps the bot connected to Discord's gateway.
//
// [Gateway.Run] runs the shards. Each opens one connection after another. It notices at once when a
// connection ends, and decides whether to resume its session, to start a new one or to give up with
// a [FinalError]. Events go to a function. They may be lost, repeated or reordered.
package gateway

import (
	"cmp"
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"amytis/bot/discord/rest"
)

// Config limits when and how to connect. Every zero value means the default named here.
type Config struct {
	// OpenTimeout is from dialling to READY. Default 20 s.
	OpenTimeout time.Duration
	// BackoffMin and BackoffMax limit the pause between two attempts to connect. Defaults 1 s and
	// 60 s. The pause doubles with each failure, and is random within the upper half, so that bots
	// do not all reconnect at once.
	BackoffMin, BackoffMax time.Duration
	// Shards is the number of connections that share the servers among them. Default the number
	// that Discord recommends.
	Shards int
	// IdentifySpacing is the least time between two new sessions of one bucket of shards. Default
	// 5.5 s; Discord demands 5 s.
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
	cfg    Config
	log    *slog.Logger
	rest   *rest.Client
	events func(name string, data []byte) (handle func())
	starts *starts
	dialer dialer
	watch  shardWatch

	presence presence
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
		dialer:   dialer{proxy: http.ProxyFromEnvironment, direct: r.Dial()},
		presence: presence{changed: make(chan struct{})},
	}
}

func (g *Gateway) pause(failures int) time.Duration {
	return jitter(min(g.cfg.BackoffMin<<min(failures, 16), g.cfg.BackoffMax))
}

func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }
