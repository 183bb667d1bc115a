package tables

import "context"

// These names give tests of package tables_test access to constants.
const (
	AliveNote       = aliveNote
	SweepPage       = sweepPage
	RefusedTurnOver = refusedTurnOver
)

func (s *Sweeper) Sweep(ctx context.Context) error { return s.sweep(ctx) }
