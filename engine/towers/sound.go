package towers

import "amytis/engine"

// keepsSound reports whether the turn can surely be finished after a placement: the building is
// connected, the area has grown or can still grow, and enough pieces find room. A tower or bridge
// at the edge always does both.
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

// room returns the number of pieces that a seat could place (T-5). Towers and bridges always find a
// place, so nobles count only if fewer than four building pieces are left.
func room(p *Position, seat engine.Seat) int {
	pl := p.player(seat)
	building := int(pl.towers) + int(pl.bridges)
	if building >= minPlaced {
		return building
	}
	return building + roomForNobles(p, pl, colourOf(seat))
}

// roomForNobles returns how many of a player's nobles could stand, on new towers too. Small ones
// join others first: large ones need the empty towers.
func roomForNobles(p *Position, pl *player, c Colour) int {
	empty := pl.towers
	shared := uint8(0)
	for i := range p.standing() {
		t := &p.towers[i]
		switch over := p.stacks.column(t.at.spot()); {
		case over.has(t.at.Level+1) || over.arch(t.at.Level+2):
		case t.nobles.none():
			empty++
		case t.nobles.checkJoin(c, Small, p.mostSmall()) == allowed:
			shared++
		}
	}
	joining := min(pl.small, shared)
	return int(joining + min(pl.small-joining+pl.large, empty))
}
