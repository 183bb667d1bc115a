package table

import (
	"slices"

	"amytis/engine"
)

// applyHinted turns hints on or off in the lobby.
func applyHinted(t *Table, e Event) error {
	if t.Status != Lobby {
		return t.Status.refuseLobby()
	}
	t.Hints = e.Hints
	return nil
}

// MayAskForHints reports whether the player of a seat may ask for hints. The table must have turned
// them on, unless no other person plays.
func (t *Table) MayAskForHints(seat engine.Seat) bool {
	user := t.Player(seat).User
	return t.Hints || !slices.ContainsFunc(t.Players, func(p Player) bool { return p.User != user && !p.IsComputer() })
}
