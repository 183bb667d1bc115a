package table

import (
	"errors"

	"amytis/engine"
)

// applyReplaced gives a seat to another user. The seat keeps everything it has, its hand included.
// Moves that were offered to the former player are no longer valid. A computer that replaces the
// host leaves the table to the first person, and it cannot replace the last one.
func applyReplaced(t *Table, e Event) error {
	if err := t.Status.checkRunning(); err != nil {
		return err
	}
	nth, _, _ := e.User.Computer()
	switch {
	case e.User == 0 || e.Seat < 1 || int(e.Seat) > len(t.Players):
		return engine.Refuse(RefusedLog, "")
	case t.Joined(e.User), t.seatsComputer(nth):
		return engine.Refuse(RefusedSeated, "", "player", e.Name)
	}
	p := &t.Players[e.Seat-1]
	former := p.User
	p.User, p.Name = e.User, e.Name
	person := t.firstPerson()
	switch {
	case person == 0:
		return engine.Refuse(RefusedLastPerson, "")
	case t.Host == former && e.User.IsComputer():
		t.Host = person
	case t.Host == former:
		t.Host = e.User
	}
	t.Acted[e.Seat] = t.Version
	t.Skipped[e.Seat] = 0
	return nil
}

// checkNotResigned refuses a replacement for a player who has resigned.
func checkNotResigned(s engine.State, seat engine.Seat) error {
	_, err := s.Apply(engine.ResignMove(seat))
	var refused *engine.RuleError
	if errors.As(err, &refused) && refused.Code == engine.RefusedResigned {
		return err
	}
	return nil
}
