package monitor

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"amytis/engine/table"
	"amytis/store"
)

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

// commitOutcome names an outcome. "refused" is a commit that came too late: somebody was quicker,
// or it was committed already.
func commitOutcome(err error) string {
	switch {
	case err == nil:
		return "stored"
	case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrDuplicate), errors.Is(err, store.ErrChannelTaken):
		return "refused"
	}
	return "failed"
}
