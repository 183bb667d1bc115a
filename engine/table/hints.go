package table

import (
	"slices"

	"amytis/engine"
)

func applyHinted(t *Table, e Event) error {
	t.Hints = e.Hints
	return nil
}

// MayAskForHints reports whether a seat's player may ask for hints: the table has turned them on,
// or no other person plays.
func (t *Table) MayAskForHints(seat engine.Seat) bool {
	user := t.Player(seat).User
	return t.Hints || !slices.ContainsFunc(t.Players, func(p Player) bool { return p.User != user && !p.IsComputer() })
}
