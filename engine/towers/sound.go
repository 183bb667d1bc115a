package towers

import "amytis/engine"

// keepsSound reports whether the turn can surely be finished after a placement: the building is
// connected, the area has grown or can still grow, and enough pieces find room. A tower or bridge
// at the edge of the building always keeps it connected and makes the area larger.
func keepsSound(p *Position, seat engine.Seat, pm *placement) bool {
	if pm.size() != 0 {
		return p.connected() && leavesEnough(p, seat, pm)
	}
	if !p.connectedWith(p.touchedBy(pm)) {
		return false
	}
	last := p.turn.placed+1 == maxPlaced
	if p.turn.first && last && !p.turn.grown && !p.stacks.grows(pm) {
		return false
	}
	return leavesEnough(p, seat, pm)
}

// leavesEnough reports whether the seat can place four pieces in the turn, this one included.
func leavesEnough(p *Position, seat engine.Seat, pm *placement) bool {
	needed := minPlaced - int(p.turn.placed) - 1
	pl := p.player(seat)
	building := int(pl.towers) + int(pl.bridges)
	if pm.size() == 0 {
		building--
	}
	if building >= needed {
		return true
	}
	next := *p
	next.place(seat, pm)
	return room(&next, seat) >= needed
}
