package monitor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"amytis/bot/discord/gateway"
	"amytis/engine/table"
	"amytis/store"
)

// figure is a family of metrics of Prometheus, with the names of its labels.
type figure struct {
	name, kind, help string
	labels           []string
}

func gauge(name, help string, labels ...string) *figure {
	return &figure{"amytis_" + name, "gauge", help, labels}
}

func counter(name, help string, labels ...string) *figure {
	return &figure{"amytis_" + name, "counter", help, labels}
}

// metric returns the name of one metric of the family, by the values of its labels.
func (f *figure) metric(values ...string) string {
	var labels []string
	for i, v := range values {
		labels = append(labels, fmt.Sprintf("%s=%q", f.labels[i], v))
	}
	if len(labels) == 0 {
		return f.name
	}
	return f.name + "{" + strings.Join(labels, ",") + "}"
}

var (
	shards = gauge("gateway_shards", "Shards by state: connected, connecting, or elsewhere if another process has them.",
		"state")
	heartbeat    = gauge("gateway_heartbeat_seconds", "How long Discord took to acknowledge the last heartbeat.", "shard")
	sessions     = counter("gateway_sessions_total", "Connections to the gateway that became ready: new or resumed.", "kind")
	requests     = counter("discord_requests_total", "Requests with the bot's token.")
	waited       = counter("discord_wait_seconds_total", "How long these requests had to wait for rate limits.")
	rateLimited  = counter("discord_rate_limited_total", "Answers with status 429, by the scope of the limit.", "scope")
	dropped      = counter("interactions_dropped_total", "Interactions without an answer, because too many came at once.")
	outbox       = gauge("outbox_messages", "Messages that are still to send, of all processes.")
	outboxAge    = gauge("outbox_age_seconds", "Age of the oldest of these messages.")
	outboxStuck  = gauge("outbox_stuck_seconds", "For how long none could be sent, apart from those without permission.")
	tables       = gauge("tables", "Open tables in a channel by state: lobby or running.", "state")
	damaged      = gauge("tables_damaged", "Open tables whose logs cannot be read; the log names them.")
	build        = gauge("build_info", "Always 1, with the version and the commit of the program.", "commit", "version")
	backupLast   = gauge("backup_last_success_timestamp_seconds", "When the newest backup was made, 0 for none.")
	backupEvery  = gauge("backup_interval_seconds", "The time from one backup to the next.")
	storeSize    = gauge("store_bytes", "Size of the file with the store.")
	diskFree     = gauge("disk_free_bytes", "Space that is free for that file.")
	errorsTotal  = counter("logged_errors_total", "Lines of the log at level ERROR.")
	holds        = gauge("holds", "1 if this process does the work of all: sweep, which is all timed work, or backup.", "name")
	thought      = counter("computers_thinking_seconds_total", "Time of thinking about the turns of computer players, without pauses.")
	tablesClosed = counter("tables_closed_total", "Tables that this process has closed, by state: ended or aborted.",
		"state")
	interactionTime = &figure{"amytis_interaction_seconds", "histogram",
		"Time from the arrival of an interaction until it was handled, by kind and outcome.", []string{"kind", "outcome"}}
	commitTime = &figure{"amytis_commit_seconds", "histogram",
		"Time that the store took for a commit, by outcome: stored, refused or failed.", []string{"outcome"}}

	interactionTimes = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 3, 10}
	commitTimes      = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}
)

// page is what a scrape gets, in Prometheus' text format: one family after another.
type page struct {
	bytes.Buffer
	family *figure // of the last metric
}

func (p *page) beginFamily(f *figure) {
	if p.family != f {
		fmt.Fprintf(p, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
		p.family = f
	}
}

func (p *page) put(f *figure, v float64, labels ...string) {
	p.beginFamily(f)
	fmt.Fprintf(p, "%s %v\n", f.metric(labels...), v)
}

func (p *page) putAll(f *figure, counted *metrics.Set) {
	if len(counted.ListMetricNames()) > 0 {
		p.beginFamily(f)
		counted.WritePrometheus(p)
	}
}

func (m *Monitor) serveMetrics(w http.ResponseWriter, _ *http.Request) {
	p := &page{}
	m.collect(p)
	p.putAll(interactionTime, m.interactions)
	p.putAll(commitTime, m.Commits.commits)
	p.putAll(tablesClosed, m.Commits.closed)
	metrics.WriteProcMetrics(p)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(p.Bytes())
}

func (m *Monitor) collect(p *page) {
	s := m.Status()
	states := [3]int{}
	for id, shard := range s.Shards {
		states[shard.State]++
		if shard.Heartbeat > 0 {
			p.put(heartbeat, shard.Heartbeat.Seconds(), strconv.Itoa(id))
		}
	}
	p.put(shards, float64(states[gateway.Connected]), "connected")
	p.put(shards, float64(states[gateway.Connecting]), "connecting")
	p.put(shards, float64(states[gateway.Elsewhere]), "elsewhere")
	p.put(sessions, float64(s.NewSessions), "new")
	p.put(sessions, float64(s.ResumedSessions), "resumed")
	p.put(requests, float64(s.Requests))
	p.put(waited, s.Waited.Seconds())
	for scope, n := range s.RateLimited {
		p.put(rateLimited, float64(n), scope)
	}
	p.put(dropped, float64(s.Dropped))
	p.put(outboxStuck, m.Stuck().Seconds())
	p.put(thought, m.Thought().Seconds())
	p.put(damaged, float64(len(m.Damaged())))
	m.collectCounts(p)
	m.collectHost(p)
	if m.Host.Errors != nil {
		p.put(errorsTotal, float64(m.Host.Errors()))
	}
}

func (m *Monitor) collectHost(p *page) {
	p.put(build, 1, m.Host.Commit, m.Host.Version)
	if m.Host.Disk != nil {
		if size, free, err := m.Host.Disk(); err == nil {
			p.put(storeSize, float64(size))
			p.put(diskFree, float64(free))
		}
	}
	p.put(holds, one[m.Sweeps()], "sweep")
	if m.Host.Backups != nil {
		mine, last, _ := m.Host.Backups.Status()
		p.put(holds, one[mine], "backup")
		if mine {
			p.put(backupEvery, m.Host.Backups.Every.Seconds())
			p.put(backupLast, float64(max(last.Unix(), 0)))
		}
	}
}

var one = map[bool]float64{true: 1}

// collectCounts leaves out the counts of the store if they cannot be had in time.
func (m *Monitor) collectCounts(p *page) {
	c, err := m.counts.get(context.Background(), countWait)
	if err != nil {
		return
	}
	age := time.Duration(0)
	if c.Outbox > 0 {
		age = max(time.Since(time.UnixMilli(c.Oldest)), 0)
	}
	p.put(outbox, float64(c.Outbox))
	p.put(outboxAge, age.Seconds())
	p.put(tables, float64(c.Lobbies), string(store.Lobby))
	p.put(tables, float64(c.Running), string(store.Running))
}

// Commits counts commits by outcome and closed tables, and keeps the last commit's error.
type Commits struct {
	commits, closed *metrics.Set
	failing         atomic.Pointer[error] // of the last commit, nil if it was stored
}

func NewCommits() *Commits { return &Commits{commits: metrics.NewSet(), closed: metrics.NewSet()} }

// Count notes a commit. The bot sets it as [tables.Tables].Committed.
func (s *Commits) Count(ctx context.Context, c store.Commit, took time.Duration, err error) {
	outcome := commitOutcome(err)
	s.commits.GetOrCreatePrometheusHistogramExt(commitTime.metric(outcome), commitTimes).Update(took.Seconds())
	if err != nil {
		if outcome == "failed" && ctx.Err() == nil { // the test commit notices a slow store
			s.failing.Store(&err)
		}
		return
	}
	s.failing.Store(nil)
	switch {
	case c.Result != nil:
		s.closed.GetOrCreateCounter(tablesClosed.metric(string(store.Ended))).Inc()
	case slices.ContainsFunc(c.Events, func(e table.Event) bool { return e.Kind == table.Aborted }):
		s.closed.GetOrCreateCounter(tablesClosed.metric(string(store.Aborted))).Inc()
	}
}

// commitOutcome names an outcome. A "refused" commit came too late or twice.
func commitOutcome(err error) string {
	switch {
	case err == nil:
		return "stored"
	case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrDuplicate), errors.Is(err, store.ErrChannelTaken):
		return "refused"
	}
	return "failed"
}
