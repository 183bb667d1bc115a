package table

import "amytis/engine"

// applyForeseen makes the table a copy on which a seat plans. Its chance is fixed by the number of
// moves, so that all copies of a version are the same.
func applyForeseen(t *Table, e Event) error {
	chance := fixedRand(len(t.Moves))
	s, ok := t.State.Foresee(e.Seat, &chance)
	if !ok {
		return engine.Refuse(RefusedLog, "")
	}
	t.State, t.Planner = s, e.Seat
	return nil
}
