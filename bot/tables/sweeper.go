package tables

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

// Sweeper does the timed work of all tables soon after it is due, or when the program starts again.
// Deadlines are in the store and finished work is in the logs, so several sweepers do nothing
// twice.
type Sweeper struct {
	tables *Tables
	log    *slog.Logger
	// every is the pause between two sweeps.
	every time.Duration
	// noted is when the store last noted that the program runs, in Unix milliseconds.
	noted int64
}

const (
	// sweepEvery is the usual pause between two sweeps.
	sweepEvery = 500 * time.Millisecond
	// sweepPage is how many deadlines are read at once.
	sweepPage = 64
	// aliveEvery is how often the store notes that the program runs. An absence may count as longer
	// than it was by this much.
	aliveEvery = 30 * time.Second
)

// NewSweeper returns a sweeper that pauses for every between two sweeps; 0 is the usual pause.
func NewSweeper(ts *Tables, log *slog.Logger, every time.Duration) *Sweeper {
	return &Sweeper{tables: ts, log: log, every: cmp.Or(every, sweepEvery)}
}

// aliveNote names the store's note of when no work was overdue last, in Unix milliseconds.
const aliveNote = "alive"

// Begin reads how long the program did not run. Call it before any user can act: a player must not
// lose a turn because the limit ended meanwhile.
func (s *Sweeper) Begin(ctx context.Context) error {
	noted, err := s.tables.store.Note(ctx, aliveNote)
	if err != nil {
		return err
	}
	if from, err := strconv.ParseInt(noted, 10, 64); err == nil {
		s.tables.away = absence{from, s.tables.now().UnixMilli()}
	}
	return nil
}

// Run sweeps until the context ends.
func (s *Sweeper) Run(ctx context.Context) {
	for {
		if err := s.sweep(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("cannot sweep the deadlines", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.every):
		}
	}
}

// sweep does all overdue work. A table that fails is logged and does not delay the others.
// Computers in turn are only called.
func (s *Sweeper) sweep(ctx context.Context) error {
	now := s.tables.now().UnixMilli()
	left := map[table.ID]bool{} // tables that stay due
	for {
		due, err := s.tables.store.Due(ctx, now, sweepPage+len(left))
		if err != nil {
			return err
		}
		due = slices.DeleteFunc(due, func(d store.Deadline) bool { return left[d.Table] })
		if len(due) == 0 {
			return s.noteAlive(ctx, now)
		}
		for _, d := range due {
			called, err := s.tables.doOverdue(ctx, d.Table)
			if called {
				left[d.Table] = true
			}
			if err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				s.log.Error("cannot do a table's overdue work", slog.Any("table", d.Table), slog.Any("err", err))
				left[d.Table] = true
			}
		}
	}
}

// noteAlive notes that no work was overdue at a time, in Unix milliseconds.
func (s *Sweeper) noteAlive(ctx context.Context, now int64) error {
	if now-s.noted < aliveEvery.Milliseconds() {
		return nil
	}
	s.noted = now
	return s.tables.store.SetNote(ctx, aliveNote, strconv.FormatInt(now, 10))
}
