package tables

import (
	"context"
	"time"
)

// These names give tests of package tables_test access to constants.
const (
	AliveNote       = aliveNote
	SweepPage       = sweepPage
	RefusedTurnOver = refusedTurnOver
)

// Beat stands for a sweep that finds no overdue work, and writes nothing to the store.
func (s *Sweeper) Beat() {
	s.beat, s.swept = s.wall().UnixMilli(), s.tables.now().UnixMilli()
}

func (s *Sweeper) SetWall(wall func() time.Time) { s.wall = wall }

func (s *Sweeper) Sweep(ctx context.Context) error { return s.sweep(ctx) }
