package tables

import "context"

// These names give tests of package tables_test access to constants.
const (
	AliveNote       = aliveNote
	SweepPage       = sweepPage
	RefusedTurnOver = refusedTurnOver
)

// Sweep does all work that is overdue now.
func (s *Sweeper) Sweep(ctx context.Context) error { return s.sweep(ctx) }
