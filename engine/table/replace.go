package table

import (
	"cmp"
	"slices"
	"strconv"

	"amytis/engine"
)

// Handover is a change of who plays a seat in a running game.
type Handover struct {
	Seat engine.Seat
	// Former is the user who played the seat until then, and Name theirs, "" for a stand-in.
	Former  UserID
	Name    string
	Version Version // the table's version after the change
	StandIn bool    // a stand-in came or left, and the seat stayed the person's
}

// applyReplaced gives a seat with all it has to another user. Moves offered to the former player
// are void. A computer cannot replace the last person; if it replaces the host, a person follows.
func applyReplaced(t *Table, e Event) error {
	nth, _, _ := e.User.Computer()
	switch {
	case e.User == 0 || e.Seat < 1 || int(e.Seat) > len(t.Players):
		return engine.Refuse(RefusedLog, "")
	case t.Joined(e.User), t.seatsComputer(nth):
		return engine.Refuse(RefusedSeated, "", "player", e.Name)
	}
	t.endStandIn(e.Seat)
	p := &t.Players[e.Seat-1]
	former := p.User
	t.Handovers = append(t.Handovers, Handover{Seat: e.Seat, Former: former, Name: p.Name, Version: t.Version})
	p.User, p.Name = e.User, e.Name
	p.Language = ""
	person := t.firstPerson()
	switch {
	case person == 0:
		return engine.Refuse(RefusedLastPerson, "")
	case t.Host == former && e.User.IsComputer():
		t.Host = person
	case t.Host == former:
		t.Host = e.User
	}
	t.actAnew(e.Seat)
	return t.checkSeat(e.Seat)
}

// stints returns who played a seat from which standing move on, nil if only one player did.
func (t *Table) stints(seat engine.Seat) []engine.Stint {
	var stints []engine.Stint
	from := 1 + t.Given()
	add := func(user UserID, name string) {
		by := name
		if level := user.level(); level != 0 {
			by = "computer " + strconv.Itoa(level)
		}
		if n := len(stints); n > 0 && stints[n-1].From == from {
			stints = stints[:n-1]
		}
		if n := len(stints); n == 0 || stints[n-1].By != by {
			stints = append(stints, engine.Stint{From: from, By: by})
		}
	}
	for _, h := range t.Handovers {
		if h.Seat == seat {
			add(h.Former, h.Name)
			from = 1 + t.movesBefore(h.Version)
		}
	}
	if add(t.Acting(seat), t.Player(seat).Name); len(stints) < 2 {
		return nil
	}
	return stints
}

func (t *Table) movesBefore(v Version) int {
	n, _ := slices.BinarySearchFunc(t.Moves, v, func(e Entry, v Version) int { return cmp.Compare(e.Version, v) })
	return n
}
