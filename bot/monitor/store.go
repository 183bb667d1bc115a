package monitor

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"amytis/engine/table"
	"amytis/store"
)

// Store is a store whose commits are counted. Make it with NewStore.
type Store struct {
	store.Store
	commits *prometheus.HistogramVec
	closed  *prometheus.CounterVec
}

// NewStore returns s with its commits counted.
func NewStore(s store.Store) *Store {
	return &Store{
		Store: s,
		commits: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "amytis_commit_seconds",
			Help:    "Time that the store took for a commit, by outcome: stored, refused or failed.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}, []string{"outcome"}),
		closed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "amytis_tables_closed_total",
			Help: "Tables that this process has closed, by state: ended or aborted.",
		}, []string{"state"}),
	}
}

// Commit implements [store.Store].
func (s *Store) Commit(ctx context.Context, c store.Commit) error {
	began := time.Now()
	err := s.Store.Commit(ctx, c)
	s.commits.WithLabelValues(commitOutcome(err)).Observe(time.Since(began).Seconds())
	if err != nil {
		return err
	}
	switch {
	case c.Result != nil:
		s.closed.WithLabelValues(string(store.Ended)).Inc()
	case slices.ContainsFunc(c.Events, func(e table.Event) bool { return e.Kind == table.Aborted }):
		s.closed.WithLabelValues(string(store.Aborted)).Inc()
	}
	return nil
}

// commitOutcome returns the outcome of a commit. A refused one came too late: somebody else was
// quicker, or it was committed already.
func commitOutcome(err error) string {
	switch {
	case err == nil:
		return "stored"
	case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrDuplicate), errors.Is(err, store.ErrChannelTaken):
		return "refused"
	}
	return "failed"
}
