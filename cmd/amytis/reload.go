package main

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"

	"amytis/bot/play/tables"
)

// live holds the keys with the tag live, which can change while the bot runs.
type live struct {
	level  slog.LevelVar
	caps   atomic.Pointer[tables.Caps]
	errors atomic.Uint64 // how many the logger has logged
}

func (l *live) apply(c configuration) {
	l.level.Set(c.Log.Level)
	l.caps.Store(&tables.Caps{PerHost: c.Limits.TablesPerHost, PerServer: c.Limits.TablesPerServer})
}

// countError is for every attribute that is logged.
func (l *live) countError(_ []string, a slog.Attr) slog.Attr {
	if level, is := a.Value.Any().(slog.Level); is && level >= slog.LevelError {
		l.errors.Add(1)
	}
	return a
}

// reloader reads the configuration again at each SIGHUP.
type reloader struct {
	load    func() (configuration, error)
	started configuration // holds for the keys that need a restart
	applied configuration // the last one
	live    *live
	log     *slog.Logger
}

// run reloads at each signal until the context ends. If the program had a terminal and has lost it,
// run calls hangUp.
func (r *reloader) run(ctx context.Context, signals <-chan os.Signal, std streams, hangUp func()) {
	hadTerminal := onTerminal(std.in)
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
		}
		if hadTerminal && !onTerminal(std.in) {
			hangUp()
			return
		}
		r.reload()
	}
}

// reload applies what has changed, and names what needs a restart. After a fault nothing changes.
func (r *reloader) reload() {
	next, err := r.load()
	if err != nil {
		r.log.Error("the configuration was not reloaded: the old one stays", slog.Any("err", err))
		return
	}
	applied, _ := changedKeys(&r.applied, &next)
	_, waiting := changedKeys(&r.started, &next)
	r.live.apply(next)
	r.applied = next
	attrs := []any{slog.String("changed", strings.Join(applied, " "))}
	if len(waiting) == 0 {
		r.log.Info("reloaded the configuration", attrs...)
		return
	}
	r.log.Warn("reloaded the configuration; some changes need a restart",
		append(attrs, slog.String("restart", strings.Join(waiting, " ")))...)
}

// changedKeys returns the keys that differ: the live ones, and the others.
func changedKeys(was, is *configuration) (applied, waiting []string) {
	before := was.settings()
	for i, s := range is.settings() {
		switch {
		case s.text() == before[i].text():
		case s.isLive():
			applied = append(applied, s.key)
		default:
			waiting = append(waiting, s.key)
		}
	}
	return applied, waiting
}
