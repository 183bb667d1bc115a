package table

import (
	"slices"

	"amytis/engine"
)

// Rematch makes the events that open the next table for the players of an ended
// game: all of them have joined, and sit as before but one seat on, so that who
// was second begins.
func (t *Table) Rematch(host UserID, at int64) []Event {
	next := slices.Concat(t.Players[1:], t.Players[:1])
	events := []Event{OpenLobby(t.Game.Info(), Player{User: host}, t.Options, t.Limit, at)}
	for _, p := range next {
		events[0].Order = append(events[0].Order, p.User)
		if p.User == host {
			events[0].Name = p.Name
			continue
		}
		events = append(events, Join(p, at))
	}
	return events
}

// Seating is who would sit where if the game started now: where the opening
// says so, in its order, and behind it who has joined since. Else a random
// player is first and the others follow in the order in which they joined
// (gardens.md, set-up 4).
func (t *Table) Seating(r engine.Rand) []Player {
	if t.Order == nil {
		first := r.IntN(len(t.Players))
		return slices.Concat(t.Players[first:], t.Players[:first])
	}
	seating := slices.Clone(t.Players)
	slices.SortStableFunc(seating, func(a, b Player) int { return t.chair(a.User) - t.chair(b.User) })
	return seating
}

// chair is where a user sits by the opening, behind all others if nowhere.
func (t *Table) chair(user UserID) int {
	if i := slices.Index(t.Order, user); i >= 0 {
		return i
	}
	return len(t.Order)
}
