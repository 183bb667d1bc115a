package table

import (
	"errors"

	"amytis/engine"
)

// replace seats another user in place of a player. What the seat has stays with
// it, its hand included; what the one before was offered means nothing any more.
func (t *Table) replace(e Event) error {
	if err := t.running(); err != nil {
		return err
	}
	switch {
	case e.User == 0 || e.Seat < 1 || int(e.Seat) > len(t.Players):
		return engine.Refuse(RefusedLog, "")
	case t.Joined(e.User):
		return engine.Refuse(RefusedSeated, "", "player", e.Name)
	}
	p := &t.Players[e.Seat-1]
	if t.Host == p.User {
		t.Host = e.User
	}
	p.User, p.Name = e.User, e.Name
	t.Acted[e.Seat] = t.Version
	t.Skipped[e.Seat] = 0
	return nil
}

// stillPlays refuses to seat somebody where a player has resigned: there is
// nothing left to play for.
func (t *Table) stillPlays(seat engine.Seat) error {
	_, err := t.State.Apply(engine.ResignMove(seat))
	var refused *engine.RuleError
	if errors.As(err, &refused) && refused.Code == engine.RefusedResigned {
		return err
	}
	return nil
}
