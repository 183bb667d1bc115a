package table

import "amytis/engine"

// applyForeseen makes the table a copy on which a seat plans, without limits. Its chance is fixed
// by the number of moves, so that all copies of a version are the same.
func applyForeseen(t *Table, e Event) error {
	chance := fixedRand(len(t.Moves))
	s, ok := t.State.Foresee(e.Seat, &chance)
	if !ok {
		return engine.Refuse(RefusedLog, "")
	}
	t.State, t.Planner = s, e.Seat
	t.Limit, t.Reserve = 0, 0
	return nil
}

// MayPlan reports whether the player of a seat can plan its next turn now. Against computers alone
// that is not worth while, since they act at once.
func (t *Table) MayPlan(seat engine.Seat) bool {
	if t.Status != Running || seat == 0 || t.Solo() || t.StoodIn().Has(seat) {
		return false
	}
	_, err := t.Next(Foresee(seat, 0))
	return err == nil
}
