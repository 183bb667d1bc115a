package table

import "amytis/engine"

// A stand-in is a computer that plays a person's seat until the person returns. The seat stays the
// person's in Player and Standings. When the last person who acts leaves, all stand-ins end, and
// the seats wait for their people, with the limit of any turn.

// UsualStandIn is the level of stand-ins unless another is chosen.
const UsualStandIn = 3

// missedTurns is the number of missed turns in a row after which a stand-in comes.
const missedTurns = 2

// checkStandIn refuses a level that no computer has. 0 is allowed: the table refuses stand-ins.
func checkStandIn(level int) error {
	if level < 0 || level > engine.ComputerLevels {
		return engine.Refuse(RefusedOption, "", "why", "a stand-in of an unknown level")
	}
	return nil
}

// applyStoodIn has a computer play a person's seat. Moves offered to the person become invalid.
func applyStoodIn(t *Table, e Event) error {
	if err := t.checkSeat(e.Seat); err != nil {
		return err
	}
	nth, level, computer := e.User.Computer()
	switch {
	case t.StandInLevel == 0:
		return engine.Refuse(RefusedNoStandIns, "")
	case !computer || level != t.StandInLevel || t.seatsComputer(nth) || t.Player(e.Seat).IsComputer():
		return engine.Refuse(RefusedLog, "")
	case t.StandIns[e.Seat] != 0:
		return engine.Refuse(RefusedStoodIn, "")
	case !t.othersAct(e.Seat):
		return engine.Refuse(RefusedOnlyPerson, "")
	}
	p := t.Player(e.Seat)
	t.Handovers = append(t.Handovers, Handover{
		Seat: e.Seat, Former: p.User, Name: p.Name, Version: t.Version, StandIn: true,
	})
	t.StandIns[e.Seat] = e.User
	t.actAnew(e.Seat)
	return nil
}

func applyReturned(t *Table, e Event) error {
	if err := t.checkSeat(e.Seat); err != nil {
		return err
	}
	err := refuseIf(t.StandIns[e.Seat] == 0, RefusedNotStoodIn)
	t.endStandIn(e.Seat)
	t.actAnew(e.Seat)
	return err
}

// actAnew notes that another user plays a seat: older offers are invalid.
func (t *Table) actAnew(seat engine.Seat) {
	t.Acted[seat] = t.Version
	t.Skipped[seat] = 0
}

func (t *Table) endStandIn(seat engine.Seat) {
	if computer := t.StandIns[seat]; computer != 0 {
		t.Handovers = append(t.Handovers, Handover{Seat: seat, Former: computer, Version: t.Version, StandIn: true})
		t.StandIns[seat] = 0
	}
}

func (t *Table) endStandInsAlone() {
	seats := t.StoodIn()
	if seats == 0 || t.othersAct(0) {
		return
	}
	for _, seat := range seats.Slice() {
		t.endStandIn(seat)
		t.Acted[seat] = t.Version
	}
}

// checkSeat refuses an event unless the seat exists and has not resigned.
func (t *Table) checkSeat(seat engine.Seat) error {
	switch {
	case seat < 1 || int(seat) > len(t.Players):
		return engine.Refuse(RefusedLog, "")
	case t.Resigned.Has(seat):
		return engine.RefuseResigned(seat)
	}
	return nil
}

// othersAct reports whether a person who has not resigned plays another seat without a stand-in.
func (t *Table) othersAct(seat engine.Seat) bool {
	for i, p := range t.Players {
		other := engine.Seat(i + 1)
		if other != seat && !p.IsComputer() && t.StandIns[other] == 0 && !t.Resigned.Has(other) {
			return true
		}
	}
	return false
}

// StoodIn returns the seats with a stand-in that have not resigned, none unless the game runs.
func (t *Table) StoodIn() engine.SeatSet {
	if t.Status != Running {
		return 0
	}
	return engine.SeatsWhere(len(t.Players), func(seat engine.Seat) bool {
		return t.StandIns[seat] != 0 && !t.Resigned.Has(seat)
	})
}

// Acting returns the user who plays a seat: the stand-in if there is one, else the player.
func (t *Table) Acting(seat engine.Seat) UserID {
	if computer := t.StandIns[seat]; computer != 0 {
		return computer
	}
	return t.Player(seat).User
}

// CallStandIn returns the event by which a computer stands in. by asks for it, 0 is the clock.
func (t *Table) CallStandIn(seat engine.Seat, by UserID, at int64) Event {
	return Event{Kind: StoodIn, At: at, By: by, Seat: seat, User: t.FreeComputer(t.StandInLevel)}
}

// MayAskForStandIn reports whether the player of a seat may ask for a stand-in now. Seat 0 may not.
func (t *Table) MayAskForStandIn(seat engine.Seat) bool {
	if seat == 0 || t.Status != Running {
		return false
	}
	_, err := t.Next(t.CallStandIn(seat, t.Player(seat).User, t.Start))
	return err == nil
}

// standInComes reports whether a stand-in comes when a seat's limit has run out.
func (t *Table) standInComes(seat engine.Seat) bool {
	return t.StandInLevel != 0 && t.Skipped[seat] >= missedTurns-1 && t.StandIns[seat] == 0 && t.othersAct(seat)
}

// checkActs refuses a person's move at a seat that a stand-in plays. The person may resign.
func (t *Table) checkActs(m engine.Move, by UserID) error {
	if m.Seat == engine.Chance || m.Verb == engine.Resign || t.StandIns[m.Seat] == 0 {
		return nil
	}
	return refuseIf(by == t.Player(m.Seat).User, RefusedStoodIn)
}
