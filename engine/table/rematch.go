package table

import (
	"slices"

	"amytis/engine"
)

// Rematch returns the events that open the next table for the players of an ended game, without
// former ones. The second player of the last game begins.
func (t *Table) Rematch(host UserID, at int64) []Event {
	next := slices.Concat(t.Players[1:], t.Players[:1])
	next = slices.DeleteFunc(next, Player.IsFormer)
	return t.open(next, host, at)
}

// open returns the events that open a table like this one for players in seat order, among them the
// host. Those without a user and former ones do not join.
func (t *Table) open(players []Player, host UserID, at int64) []Event {
	events := []Event{OpenLobby(t.Game.Info(), Player{User: host}, t.Options, t.Limit, at).
		WithReserve(t.Reserve).WithHints(t.Hints).WithStandIns(t.StandInLevel)}
	for _, p := range players {
		events[0].Order = append(events[0].Order, p.User)
		if p.User == 0 || p.IsFormer() {
			continue
		}
		switch {
		case p.User == host:
			events[0].Name = p.Name
		case p.IsComputer():
			events = append(events, AddComputer(p, host, at))
		default:
			events = append(events, Join(p, at))
		}
	}
	return events
}

// Seating returns the players in the seat order of a game that starts now: the order of the
// opening, later ones last, or a random first player, the others in order of joining (gardens.md,
// set-up 4).
func (t *Table) Seating(r engine.Rand) []Player {
	if t.Order == nil {
		first := r.IntN(len(t.Players))
		return slices.Concat(t.Players[first:], t.Players[:first])
	}
	seating := slices.Clone(t.Players)
	order := t.seats()
	slices.SortStableFunc(seating, func(a, b Player) int {
		return orderIndex(order, a.User) - orderIndex(order, b.User)
	})
	return seating
}

// orderIndex returns a user's place in the order that the opening gave, or the end of it.
func orderIndex(order []UserID, user UserID) int {
	if i := slices.Index(order, user); i >= 0 {
		return i
	}
	return len(order)
}

// Stronger returns an ended table with every computer one level stronger, for a rematch, nil unless
// a person has won and a computer can be stronger.
func (t *Table) Stronger() *Table {
	if t.Status != Ended {
		return nil
	}
	next := *t
	more := false
	next.Players = slices.Clone(t.Players)
	for i, p := range t.Players {
		if nth, level, is := p.User.Computer(); is && level < engine.ComputerLevels {
			next.Players[i].User = ComputerID(nth, level+1)
			more = true
		}
	}
	if r, _ := t.State.Result(); !more || t.Player(r.Winners[0]).IsComputer() {
		return nil
	}
	return &next
}
