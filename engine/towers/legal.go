package towers

import "amytis/engine"

// check returns the fault for which m is refused; its code is allowed if it is legal. It alone
// decides what is legal, and does not allocate.
func (p *Position) check(m *engine.Move) fault {
	switch {
	case m.Verb == engine.Skip:
		return fault{code: p.checkLeave(engine.Seat(m.Args[0]))}
	case m.Verb == verbTime:
		return fault{code: p.checkTime()}
	case p.resigned.Has(m.Seat):
		return fault{code: engine.RefusedResigned}
	case m.Verb == engine.Resign:
		return fault{code: p.checkLeave(m.Seat)}
	case p.quick:
		return p.checkQuick(m)
	}
	return p.checkTactical(m)
}

// checkTactical checks a move of a tactical turn.
func (p *Position) checkTactical(m *engine.Move) fault {
	if m.Seat != p.turn.active {
		return fault{code: engine.RefusedTurn}
	}
	switch m.Verb {
	case verbTake, verbStuck:
		return fault{code: refusedOnlyQuick}
	case verbDone:
		return fault{code: p.checkEnd()}
	case verbSwap:
		return p.checkSwap(swapOf(m))
	case verbTurn:
		return p.checkTurning(cellIn(m.Args[:1]), Facing(m.Args[1]))
	}
	pm := placementOf(m)
	if pm.at.Zone != 0 {
		return fault{refusedNoZones, pm.at}
	}
	if code := p.checkStep(); code != allowed {
		return fault{code: code}
	}
	return p.checkPlacing(m.Seat, &pm)
}

// checkStep checks whether one more piece may be placed in the turn.
func (p *Position) checkStep() string {
	switch {
	case p.stage != Placing:
		return refusedClosing
	case p.turn.placed == most:
		return refusedFive
	}
	return allowed
}

// checkQuick checks a move of a quick round.
func (p *Position) checkQuick(m *engine.Move) fault {
	switch {
	case m.Verb == verbDone || m.Verb == verbSwap || m.Verb == verbTurn:
		return fault{code: refusedOnlyTurns}
	case p.round.stuck.Has(m.Seat):
		return fault{code: refusedSaidStuck}
	case m.Verb == verbStuck:
		return fault{}
	}
	pm := placementOf(m)
	at := pm.at
	switch zones := p.zonesOf(m.Seat, p.round.in); {
	case at.Zone == 0:
		return fault{refusedZoneMissing, at}
	case at.Zone != zones[0] && at.Zone != zones[1]:
		return fault{refusedOtherZone, at}
	case m.Verb == verbTake:
		return fault{p.checkTake(m.Seat, at), at}
	}
	return p.checkPlacing(m.Seat, &pm)
}
