package table

import (
	"cmp"

	"amytis/engine"
)

// A table is suspended while the bot cannot see its channel. Limits stand still, and nobody moves.

// Suspension is when a table was suspended, in Unix milliseconds. Until is 0 while it lasts.
type Suspension struct{ Since, Until int64 }

// Suspended reports whether an open table is suspended now.
func (t *Table) Suspended() bool {
	return t.Suspension.Since != 0 && t.Suspension.Until == 0 && t.End == 0
}

// LongestSuspension is after how long a suspended table ends, in days.
const LongestSuspension = 30

// Suspend suspends a table since a time that may have passed, 0 for at, in Unix milliseconds.
func Suspend(since, at int64) Event { return Event{Kind: Suspended, At: at, From: since} }

// Resume has a suspended table go on, with all the time that was left.
func Resume(at int64) Event { return Event{Kind: Resumed, At: at} }

func applySuspended(t *Table, e Event) error {
	err := refuseIf(t.Suspended() || e.From > e.At, RefusedLog)
	t.Suspension = Suspension{Since: cmp.Or(e.From, e.At)}
	return err
}

// applyResumed moves every limit by the time suspended, without absences that moved it already.
func applyResumed(t *Table, e Event) error {
	if !t.Suspended() {
		return engine.Refuse(RefusedLog, "")
	}
	for i := range t.Waits {
		wait := &t.Waits[i]
		if wait.Until == 0 {
			continue
		}
		counted := max(wait.Counted, e.At)
		wait.Until += counted - max(wait.Counted, t.Suspension.Since)
		wait.Counted = counted
	}
	if t.Rounds {
		t.Round.Since += e.At - max(t.Suspension.Since, t.Round.Since)
	}
	t.Suspension.Until = e.At
	return nil
}

// checkSuspended refuses what players and computers do at a suspended table.
func (t *Table) checkSuspended(e Event) error {
	acts := (e.By != 0 || e.Kind == Moved) && e.Kind != Aborted
	return refuseIf(t.Suspended() && acts, RefusedSuspended)
}
