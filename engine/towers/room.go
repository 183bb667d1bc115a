package towers

import "amytis/engine"

// room returns the number of pieces that a seat could place, all sequences counted (T-5).
//
// Towers and bridges always find a place, and new towers make room for nobles. So room counts the
// nobles' places only if fewer than four building pieces are left.
func room(p *Position, seat engine.Seat) int {
	pl := p.player(seat)
	building := int(pl.towers) + int(pl.bridges)
	if building >= minPlaced {
		return building
	}
	return building + roomForNobles(p, pl, colourOf(seat))
}

// roomForNobles returns the number of a player's nobles that could stand, on towers still to be
// placed too. Small nobles join others first, because large ones need the empty towers.
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
