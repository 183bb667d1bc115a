package tables

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

// Sweeper does the timed work of all tables when it is due, or when the program starts again. One
// process sweeps; if several do, no work is done twice: deadlines and logs are in the store.
type Sweeper struct {
	tables *Tables
	notes  store.Store
	log    *slog.Logger
	hold   *store.Hold
	every  time.Duration
	mine   atomic.Bool // the last answer of Mine
	// Reachable, set before Run, reports whether players can play by this process; nil is always.
	Reachable func() bool
	alone     bool // no other process ran when this one started
	// noted is when the store last noted that players can play. All times are in milliseconds.
	noted   int64
	longest int64 // the longest pause between two sweeps that is no outage

	mu sync.Mutex
	// beat is when this process last swept, by time.Now, and 0 if players could not reach it since.
	beat  int64
	swept int64 // when this process last left no work overdue
}

const (
	sweepEvery = 500 * time.Millisecond
	sweepPage  = 64 // how many deadlines are read at once
)

// NewSweeper returns a sweeper. shared is the store of all processes, every the pause; 0 is usual.
func NewSweeper(ts *Tables, shared store.Store, log *slog.Logger, every time.Duration) *Sweeper {
	every = cmp.Or(every, sweepEvery)
	s := &Sweeper{
		tables: ts, notes: shared, log: log, hold: store.NewHold(shared, "sweep", 0), every: every,
		longest: (OutageAfter + every).Milliseconds(),
	}
	ts.noticeOutage = func(ctx context.Context) error {
		_, err := s.notice(ctx, false)
		return err
	}
	return s
}

// MineNow is Mine, but a process that players cannot reach leaves the work to others.
func (s *Sweeper) MineNow(ctx context.Context) bool {
	if s.Reachable != nil && !s.Reachable() {
		s.mu.Lock()
		s.beat = 0
		s.mu.Unlock()
		return false
	}
	return s.Mine(ctx)
}

// Mine reports whether the timed work is this process's, even if it has to wait. It logs an error.
func (s *Sweeper) Mine(ctx context.Context) bool {
	mine, err := s.hold.Mine(ctx)
	s.mine.Store(mine)
	if err != nil && ctx.Err() == nil {
		s.log.Error("cannot tell which process sweeps the deadlines", slog.Any("err", err))
	}
	return mine
}

// Sweeps is Mine without a look at the store, which may hang.
func (s *Sweeper) Sweeps() bool { return s.mine.Load() }

func (s *Sweeper) Run(ctx context.Context) {
	for {
		if s.MineNow(ctx) {
			if err := s.sweep(ctx); err != nil && ctx.Err() == nil {
				s.log.Error("cannot sweep the deadlines", slog.Any("err", err))
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.every):
		}
	}
}

// sweep does all overdue work, and calls computers. A table that fails is logged and delays none.
func (s *Sweeper) sweep(ctx context.Context) error {
	now := s.tables.now().UnixMilli()
	left := map[table.ID]bool{} // tables that stay due
	for {
		due, err := s.tables.store.Due(ctx, now, sweepPage+len(left))
		if err == nil {
			err = s.goOn(ctx)
		}
		if err != nil {
			return err
		}
		due = slices.DeleteFunc(due, func(d store.Deadline) bool { return left[d.Table] })
		if len(due) == 0 {
			return s.noteAlive(ctx, now)
		}
		for _, d := range due {
			if err := s.goOn(ctx); err != nil {
				return err
			}
			called, err := s.tables.doOverdue(ctx, d.Table)
			if called {
				left[d.Table] = true
			}
			if err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				// A damaged table is logged once, and one of a forgotten server is there no more.
				if !errors.Is(err, ErrDamaged) && !errors.Is(err, store.ErrNotFound) {
					s.log.Error("cannot do a table's overdue work", slog.Any("table", d.Table), slog.Any("err", err))
				}
				left[d.Table] = true
			}
		}
	}
}
