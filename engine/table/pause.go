package table

import (
	"cmp"

	"amytis/engine"
)

// Absent returns the first absence of a user that ends after a time, when it begins and ends in
// Unix milliseconds, both 0 if there is none.
type Absent func(user UserID, after int64) (begin, end int64)

// Pauses lists the next pause of each running limit whose player is or will be away, or comes back
// at another time than known.
func (t *Table) Pauses(absent Absent, now int64) []Demand {
	if t.Suspended() {
		return nil
	}
	var pauses []Demand
	for i, p := range t.Players {
		wait := t.Waits[i+1]
		if wait.Until == 0 {
			continue
		}
		pause := Demand{Kind: Pause, Seat: engine.Seat(i + 1), At: now, Until: now}
		if wait.Counted > now {
			if begin, end := absent(p.User, now); end != 0 && begin <= now {
				pause.Until = end
			}
			if pause.Until != wait.Counted {
				pauses = append(pauses, pause)
				continue
			}
		}
		begin, end := absent(p.User, wait.Counted)
		pause.At, pause.Until = max(begin, wait.Counted), end
		if end != 0 && pause.At < wait.Until {
			pauses = append(pauses, pause)
		}
	}
	return pauses
}

// TellAbsence returns the event for a player who is away or back early without a running limit. ok
// is false if the table knows that, or if the absence began before the wait.
func (t *Table) TellAbsence(seat engine.Seat, absent Absent, now int64) (e Event, ok bool) {
	people := t.Awaited() &^ t.Computers()
	if t.Status != Running || t.Suspended() || seat == 0 || !people.Has(seat) || t.Waits[seat].Until != 0 {
		return Event{}, false
	}
	wait := t.Waits[seat]
	begin, end := absent(t.Player(seat).User, now)
	switch away := end != 0 && begin <= now; {
	case away && end != wait.Counted && (begin >= wait.Since || wait.Counted != 0):
		return PauseLimit(seat, now, end, now), true
	case !away && wait.Counted > now:
		return PauseLimit(seat, now, now, now), true
	}
	return Event{}, false
}

// applyPaused makes a seat's limit stand still for a time, which replaces what was known of it.
func applyPaused(_ *Table, wait *Wait, e Event) error {
	if wait.Until != 0 {
		wait.Until += e.Until - e.From - max(wait.Counted-e.From, 0)
	}
	wait.Counted = e.Until
	return refuseIf(e.From > e.Until || e.From < wait.Since, RefusedLog)
}

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
