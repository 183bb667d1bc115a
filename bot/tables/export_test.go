package tables

import "context"

// What tests outside the package may know of the inside.
const (
	AliveNote       = aliveNote
	SweepPage       = sweepPage
	RefusedTurnOver = refusedTurnOver
)

// Sweep does all that is overdue now.
func (s *Sweeper) Sweep(ctx context.Context) error { return s.sweep(ctx) }
