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

// Sweeper does what time demands of tables, soon after and after any time in which the program did
// not run. It keeps nothing but what was noted last: deadlines are in the store, what was done is
// in the logs, and to sweep twice does nothing more.
type Sweeper struct {
	tables *Tables
	log    *slog.Logger
	// every is how often it looks.
	every time.Duration
	// noted is when it last noted that the program runs, in Unix ms.
	noted int64
}

// Bounds of the sweeper.
const (
	sweepEvery = 500 * time.Millisecond
	sweepPage  = 64
	// aliveEvery is how often it is noted that the program runs: an absence may be counted that
	// much longer than it was.
	aliveEvery = 30 * time.Second
)

// NewSweeper makes a sweeper that looks so often; 0 is the usual pause.
func NewSweeper(ts *Tables, log *slog.Logger, every time.Duration) *Sweeper {
	return &Sweeper{tables: ts, log: log, every: cmp.Or(every, sweepEvery)}
}

// aliveNote is the store's note of when everything overdue had last been done.
const aliveNote = "alive"

// Begin finds out how long the program was away. It is called before anybody can act: a limit that
// ran out meanwhile must not cost the player the turn.
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
			s.log.Error("sweeping deadlines", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.every):
		}
	}
}

// sweep does all that is overdue. A table at which that fails holds up no other.
func (s *Sweeper) sweep(ctx context.Context) error {
	now := s.tables.now().UnixMilli()
	failed := map[table.ID]bool{}
	for {
		due, err := s.tables.store.Due(ctx, now, sweepPage+len(failed))
		if err != nil {
			return err
		}
		due = slices.DeleteFunc(due, func(d store.Deadline) bool { return failed[d.Table] })
		if len(due) == 0 {
			return s.noteAlive(ctx, now)
		}
		for _, d := range due {
			if err := s.tables.expire(ctx, d.Table); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				s.log.Error("a deadline", slog.Any("table", d.Table), slog.Any("err", err))
				failed[d.Table] = true
			}
		}
	}
}

// noteAlive notes that nothing was overdue at a time.
func (s *Sweeper) noteAlive(ctx context.Context, now int64) error {
	if now-s.noted < aliveEvery.Milliseconds() {
		return nil
	}
	s.noted = now
	return s.tables.store.SetNote(ctx, aliveNote, strconv.FormatInt(now, 10))
}
