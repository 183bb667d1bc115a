package monitor

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"amytis/bot/discord/gateway"
)

// HealthPath answers 200 if the bot works, even if games are damaged, else 503 and what is wrong.
const HealthPath = "/healthz"

// LowSpace is too few free bytes on the store's disk, which grows by up to 16 MiB at once.
const LowSpace = 64 << 20

func (m *Monitor) serveHealth(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	faults := m.faults(r.Context())
	if len(faults) == 0 {
		fmt.Fprintln(w, "ok")
		if !m.ClockRight() { // which a restart would not mend either
			fmt.Fprintln(w, "degraded: this machine's clock is not Discord's: set it; meanwhile nothing is given up or removed")
		}
		for _, id := range m.Damaged() { // which a restart would not mend
			fmt.Fprintf(w, "degraded: game %s is damaged, the log says how; other games go on\n", id)
		}
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	fmt.Fprintln(w, strings.Join(faults, "\n"))
}

// faults returns what is wrong, a line for each part. Shards of other processes are no fault.
func (m *Monitor) faults(ctx context.Context) (faults []string) {
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	status := m.Status()
	if status.Banned > 0 {
		add("discord: nothing is sent for %v, because Cloudflare bans this address or soon would", status.Banned.Round(time.Second))
	}
	if len(status.Shards) == 0 {
		add("discord: not connected, because Discord has not answered yet")
	}
	for id, s := range status.Shards {
		if s.State == gateway.Connecting {
			away := time.Since(s.Since).Round(time.Second)
			add("discord: shard %d of %d has had no connection for %v", id, len(status.Shards), away)
		}
	}
	if _, err := m.commit.get(ctx, commitWithin); err != nil {
		add("store: a test commit failed: %v", err)
	}
	if failed := m.Commits.failing.Load(); failed != nil {
		add("store: the last commit failed: %v", *failed)
	}
	if lost := m.Host.Lost; lost != nil && lost() != nil {
		add("store: %v", lost())
	}
	if m.Host.Disk != nil {
		if _, free, err := m.Host.Disk(); err == nil && free < LowSpace {
			add("disk: only %d MB are free, but the store needs %d MB to grow safely", free>>20, LowSpace>>20)
		}
	}
	if m.Host.Backups != nil {
		if _, _, late := m.Host.Backups.Status(); late != nil {
			add("backups: %v", late)
		}
	}
	if stuck := m.Stuck(); stuck > m.Patience {
		add("outbox: messages wait, but none could be sent for %v", stuck.Round(time.Second))
	}
	return faults
}

// healthNote is the note that a test commit changes.
const healthNote = "health"

// testCommit always changes the same few bytes, so the store does not grow.
func (m *Monitor) testCommit(ctx context.Context) (struct{}, error) {
	err := m.Store.ChangeNote(ctx, healthNote, func(old string) (string, error) {
		if old == "0" {
			return "1", nil
		}
		return "0", nil
	})
	return struct{}{}, err
}
