package monitor

import (
	"context"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"amytis/bot/discord/gateway"
	"amytis/store"
)

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("amytis_"+name, help, labels, nil)
}

var (
	shards = desc("gateway_shards", "Shards by state: connected, connecting, or elsewhere if another process has them.",
		"state")
	heartbeat   = desc("gateway_heartbeat_seconds", "How long Discord took to acknowledge the last heartbeat.", "shard")
	sessions    = desc("gateway_sessions_total", "Connections to the gateway that became ready: new or resumed.", "kind")
	requests    = desc("discord_requests_total", "Requests with the bot's token.")
	waited      = desc("discord_wait_seconds_total", "How long these requests had to wait for rate limits.")
	rateLimited = desc("discord_rate_limited_total", "Answers with status 429, by the scope of the limit.", "scope")
	dropped     = desc("interactions_dropped_total", "Interactions without an answer, because too many came at once.")
	outbox      = desc("outbox_messages", "Messages that are still to send, of all processes.")
	outboxAge   = desc("outbox_age_seconds", "Age of the oldest of these messages.")
	outboxStuck = desc("outbox_stuck_seconds", "For how long none could be sent, apart from those without permission.")
	tables      = desc("tables", "Open tables in a channel by state: lobby or running.", "state")
	damaged     = desc("tables_damaged", "Open tables whose logs cannot be read; the log names them.")
	build       = desc("build_info", "Always 1, with the version and the commit of the program.", "version", "commit")
	backupLast  = desc("backup_last_success_timestamp_seconds", "When the newest backup was made, 0 for none.")
	backupEvery = desc("backup_interval_seconds", "The time from one backup to the next.")
	storeSize   = desc("store_bytes", "Size of the file with the store.")
	diskFree    = desc("disk_free_bytes", "Space that is free for that file.")
	errorsTotal = desc("logged_errors_total", "Lines of the log at level ERROR.")
	duties      = desc("duties_held", "1 if this process does the work of all: sweep, which is all timed work, or backup.", "duty")
	thought     = desc("computers_cpu_seconds_total", "Processor time for the turns of computer players.")
)

// Describe leaves it to Collect which figures there are.
func (m *Monitor) Describe(chan<- *prometheus.Desc) {}

func (m *Monitor) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, label ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, label...)
	}
	counter := func(d *prometheus.Desc, v float64, label ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, label...)
	}
	s := m.Status()
	states := [3]int{}
	for id, shard := range s.Shards {
		states[shard.State]++
		if shard.Heartbeat > 0 {
			gauge(heartbeat, shard.Heartbeat.Seconds(), strconv.Itoa(id))
		}
	}
	gauge(shards, float64(states[gateway.Connected]), "connected")
	gauge(shards, float64(states[gateway.Connecting]), "connecting")
	gauge(shards, float64(states[gateway.Elsewhere]), "elsewhere")
	counter(sessions, float64(s.NewSessions), "new")
	counter(sessions, float64(s.ResumedSessions), "resumed")
	counter(requests, float64(s.Requests))
	counter(waited, s.Waited.Seconds())
	for scope, n := range s.RateLimited {
		counter(rateLimited, float64(n), scope)
	}
	counter(dropped, float64(s.Dropped))
	gauge(outboxStuck, m.Stuck().Seconds())
	counter(thought, m.Thought().Seconds())
	gauge(damaged, float64(len(m.Damaged())))
	m.collectCounts(gauge)
	m.collectHost(gauge)
	if m.Host.Errors != nil {
		counter(errorsTotal, float64(m.Host.Errors()))
	}
}

type emit = func(d *prometheus.Desc, v float64, label ...string)

func (m *Monitor) collectHost(gauge emit) {
	gauge(build, 1, m.Host.Version, m.Host.Commit)
	gauge(duties, one[m.Sweeps()], "sweep")
	if m.Host.Disk != nil {
		if size, free, err := m.Host.Disk(); err == nil {
			gauge(storeSize, float64(size))
			gauge(diskFree, float64(free))
		}
	}
	if m.Host.Backups != nil {
		mine, last, _ := m.Host.Backups.Status()
		gauge(duties, one[mine], "backup")
		if mine {
			gauge(backupEvery, m.Host.Backups.Every.Seconds())
			gauge(backupLast, float64(max(last.Unix(), 0)))
		}
	}
}

var one = map[bool]float64{true: 1}

// collectCounts leaves out the counts of the store if they cannot be had in time.
func (m *Monitor) collectCounts(gauge emit) {
	c, err := m.counts.get(context.Background(), countWait)
	if err != nil {
		return
	}
	age := time.Duration(0)
	if c.Outbox > 0 {
		age = max(time.Since(time.UnixMilli(c.Oldest)), 0)
	}
	gauge(outbox, float64(c.Outbox))
	gauge(outboxAge, age.Seconds())
	gauge(tables, float64(c.Lobbies), string(store.Lobby))
	gauge(tables, float64(c.Running), string(store.Running))
}
