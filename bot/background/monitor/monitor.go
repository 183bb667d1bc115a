// Package monitor tells the operator over HTTP how the bot is doing: /healthz what is wrong,
// /metrics figures for Prometheus, which no other package knows. It has no IDs of Discord.
package monitor

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"amytis/bot/background/backups"
	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
	"amytis/engine/table"
	"amytis/store"
)

// Options is what a Monitor needs. All fields but Patience and Host are required.
type Options struct {
	// Store is the bot's store, and Commits has counted what it commits there.
	Store      store.Admin
	Commits    *Commits
	Status     func() discord.Status
	Stuck      func() time.Duration // for how long the outbox sent nothing although it could
	Sweeps     func() bool          // whether this process does the timed work of all tables
	Thought    func() time.Duration // how long computer players have thought
	Damaged    func() []table.ID    // the open tables whose logs cannot be read
	ClockRight func() bool
	Log        *slog.Logger
	// Patience is how long the outbox may be stuck, a test commit a twelfth; 0 is two minutes.
	Patience time.Duration
	Host     Host
}

// Host is what the program around the bot knows. All fields may be zero.
type Host struct {
	Version, Commit string
	Disk            func() (size, free uint64, err error) // bytes of the store's file; nil for none
	Lost            func() error                          // an error if that is gone from its path
	Backups         *backups.Keeper
	Errors          func() uint64 // how many errors were logged
}

type Monitor struct {
	Options
	interactions *metrics.Set
	commit       latest[struct{}]
	counts       latest[store.Counts]
}

const (
	defaultPatience = 2 * time.Minute
	commitWithin    = 5 * time.Second
	// countEvery is the shortest time between two counts of the tables, countWithin limits one, and
	// countWait is how long a scrape waits.
	countEvery, countWithin, countWait = time.Second, time.Minute, time.Second
	readWithin, answerWithin           = 5 * time.Second, 30 * time.Second
)

func New(o Options) *Monitor {
	o.Patience = cmp.Or(o.Patience, defaultPatience)
	m := &Monitor{Options: o, interactions: metrics.NewSet()}
	m.commit = latest[struct{}]{call: m.testCommit, within: commitWithin, age: o.Patience / 12}
	m.counts = latest[store.Counts]{call: o.Store.Counts, within: countWithin, age: countEvery}
	return m
}

func (m *Monitor) Handled(ctx context.Context, kind, outcome string) {
	h := m.interactions.GetOrCreatePrometheusHistogramExt(interactionTime.metric(kind, outcome), interactionTimes)
	h.Update(interactions.SinceArrival(ctx).Seconds())
}

func (m *Monitor) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+HealthPath, m.serveHealth)
	mux.HandleFunc("GET /metrics", m.serveMetrics)
	return mux
}

// Serve answers requests until ctx ends. It closes l.
func (m *Monitor) Serve(ctx context.Context, l net.Listener) {
	server := &http.Server{
		Handler: m.Handler(), ReadTimeout: readWithin, WriteTimeout: answerWithin, IdleTimeout: answerWithin,
		ErrorLog: slog.NewLogLogger(m.Log.Handler(), slog.LevelDebug),
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	m.Log.Info("serving health and metrics", slog.String("address", l.Addr().String()))
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		m.Log.Error("health and metrics cannot be served", slog.Any("err", err))
	}
}
