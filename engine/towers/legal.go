package towers

import (
	"cmp"

	"amytis/engine"
)

// check returns why m is refused. It alone decides what is legal, and does not allocate.
func (p *Position) check(m *engine.Move) fault {
	switch {
	case m.Verb == engine.Skip:
		return fault{code: checkLeave(p, engine.Seat(m.Args[0]))}
	case m.Verb == verbTime && p.clock == 0:
		return fault{code: refusedNoClock}
	case m.Verb == verbTime:
		return fault{}
	case p.resigned.Has(m.Seat):
		return fault{code: engine.RefusedResigned}
	case m.Verb == engine.Resign:
		return fault{code: checkLeave(p, m.Seat)}
	case p.quick:
		return checkQuick(p, m)
	}
	return checkTactical(p, m)
}

func checkTactical(p *Position, m *engine.Move) fault {
	if m.Seat != p.turn.active {
		return fault{code: engine.RefusedTurn}
	}
	switch m.Verb {
	case verbTake, verbStuck:
		return fault{code: refusedOnlyQuick}
	case verbDone:
		return fault{code: checkEnd(p)}
	case verbSwap:
		return checkSwap(p, swapOf(m))
	case verbTurn:
		return checkTurning(p, cellIn(m.Args[:1]), Facing(m.Args[1]))
	}
	pm := placementOf(m)
	if pm.at.Zone != 0 {
		return fault{refusedNoZones, pm.at}
	}
	return cmp.Or(fault{code: checkStep(p)}, checkPlacing(p, m.Seat, &pm))
}

// checkStep checks whether one more piece may be placed in the turn.
func checkStep(p *Position) string {
	switch {
	case p.stage != Placing:
		return refusedClosing
	case p.turn.placed == maxPlaced:
		return refusedFive
	}
	return allowed
}

func checkQuick(p *Position, m *engine.Move) fault {
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
	switch zones := zonesOf(m.Seat, p.round.in); {
	case at.Zone == 0:
		return fault{refusedZoneMissing, at}
	case at.Zone != zones[0] && at.Zone != zones[1]:
		return fault{refusedOtherZone, at}
	case m.Verb == verbTake:
		return fault{checkTake(&p.pieces, m.Seat, at), at}
	}
	return checkPlacing(p, m.Seat, &pm)
}
