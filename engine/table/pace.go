package table

import "amytis/engine"

// Deadline returns when the clock of the round runs out, in Unix milliseconds. It is 0 without a
// clock, and until the round has begun.
func (t *Table) Deadline() int64 {
	if t.Turn() == 0 || t.Round.Waiting {
		return 0
	}
	pace := t.State.Pace()
	if pace.Clock == 0 {
		return 0
	}
	began := t.Start
	switch {
	case t.Rounds:
		began = t.Round.Since
	case pace.Since > 0:
		began = t.Moves[pace.Since-1].At
	}
	return began + int64(pace.Clock)*msPerSecond
}

const msPerSecond = 1000

func (t *Table) TimeUp(at int64) Event { return Move(t.Game, t.State.Pace().TimeUp, 0, at) }

// StillValid reports whether a move that a seat was offered at a version may still be played: until
// the seat or chance does something, or another round begins. The rules decide whether other seats'
// moves matter. A version that the table has not reached is not valid: a restored backup has
// forgotten it.
func (t *Table) StillValid(seat engine.Seat, at Version) bool {
	if t.Status != Running || at > t.Version || at < t.Acted[seat] || at < t.Acted[engine.Chance] {
		return false
	}
	since := t.State.Pace().Since
	return since == 0 || at >= t.Moves[since-1].Version
}
