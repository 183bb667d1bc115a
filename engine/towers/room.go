package towers

import "amytis/engine"

// room is how many pieces a seat could place, all sequences counted (T-5).
// Towers and bridges find a place as long as there are any, and towers placed
// make room for nobles: only with few of them is it looked for on the table.
func (p *Position) room(seat engine.Seat) int {
	pl := p.player(seat)
	building := int(pl.towers) + int(pl.bridges)
	if building >= fewest {
		return building
	}
	return building + p.roomForNobles(pl, colourOf(seat))
}

// roomForNobles is how many of a player's nobles could stand, towers yet to be
// placed included. Small ones join others first: that leaves the empty towers to
// those that must have them.
func (p *Position) roomForNobles(pl *player, c Colour) int {
	var g grid
	g.fill(p, 0)
	empty, shared := pl.towers, uint8(0)
	for i := range p.standing() {
		switch t := &p.towers[i]; {
		case g.covered(t.at) || g.archAt(t.at.up().up()):
		case t.nobles.none():
			empty++
		case t.nobles.checkJoin(c, Small, p.mostSmall()) == allowed:
			shared++
		}
	}
	joining := min(pl.small, shared)
	return int(joining + min(pl.small-joining+pl.large, empty))
}
