package towers

import "amytis/engine"

// The limits of nobles, on a tower and for a player. In quick a tower takes what fits (T-9).
const (
	mostSmall      = 3
	mostSmallFewer = 2 // in tactical with fewer than seatsForThree players
	seatsForThree  = 5
	noblesSmall    = 6 // of a colour
	noblesLarge    = 2
)

// nobles are the nobles on a tower.
type nobles struct {
	small [MaxSeats]uint8 // by colour
	large Colour          // 0 for none
}

// colourOf returns the colour of a seat.
func colourOf(seat engine.Seat) Colour { return Colour(seat) }

// none reports whether there are no nobles.
func (n *nobles) none() bool { return *n == nobles{} }

// smalls returns the number of small nobles.
func (n *nobles) smalls() uint8 {
	all := uint8(0)
	for _, of := range n.small {
		all += of
	}
	return all
}

// of returns the number of nobles of a colour, both sizes.
func (n *nobles) of(c Colour) uint8 {
	if n.large == c {
		return n.small[c-1] + 1
	}
	return n.small[c-1]
}

// has reports whether there is a noble of that colour and size.
func (n *nobles) has(c Colour, size Size) bool {
	if size == Large {
		return n.large == c
	}
	return n.small[c-1] > 0
}

// add adds a noble.
func (n *nobles) add(c Colour, size Size) {
	if size == Large {
		n.large = c
	} else {
		n.small[c-1]++
	}
}

// remove removes a noble, which must be there.
func (n *nobles) remove(c Colour, size Size) {
	if size == Large {
		n.large = 0
	} else {
		n.small[c-1]--
	}
}

// checkJoin checks whether a noble may join those on a tower in tactical. room is the number of
// small nobles that a tower takes.
func (n *nobles) checkJoin(c Colour, size Size, room uint8) string {
	switch {
	case n.of(c) > 0:
		return refusedOwnThere
	case n.large != 0:
		return refusedLargeThere
	case size == Large && n.smalls() > 0:
		return refusedSmallThere
	case n.smalls() == room:
		return refusedTowerFull
	}
	return allowed
}

// checkFits checks whether a noble may join those on a tower in quick (T-9).
func (n *nobles) checkFits(size Size) string {
	switch {
	case size == Large && n.large != 0:
		return refusedLargeThere
	case size == Small && n.smalls() == mostSmall:
		return refusedTowerFull
	}
	return allowed
}

// mostSmall returns the number of small nobles that a tower takes.
func (p *Position) mostSmall() uint8 {
	if p.quick || p.seats >= seatsForThree {
		return mostSmall
	}
	return mostSmallFewer
}

// checkNoble checks whether a noble of the seat may stand on the tower at a cell.
func checkNoble(p *Position, g *grid, seat engine.Seat, size Size, at Cell) string {
	i := g.towerAt(at)
	switch {
	case i < 0:
		return refusedNoTower
	case g.covered(at):
		return refusedCovered
	case g.archAt(at.up().up()):
		return refusedHeadroom
	case p.quick:
		return p.towers[i].nobles.checkFits(size)
	}
	return p.towers[i].nobles.checkJoin(colourOf(seat), size, p.mostSmall())
}

// stand puts a noble of the seat on a tower.
func (p *Position) stand(seat engine.Seat, size Size, at Cell) {
	t := p.towerAt(at)
	t.nobles.add(colourOf(seat), size)
	t.fresh = true
	*p.player(seat).noblesLeft(size)--
}

// checkTake checks whether a seat may take back its small noble (T-9).
func checkTake(p *pieces, seat engine.Seat, at Cell) string {
	t := p.towerAt(at)
	switch {
	case t == nil:
		return refusedNoTower
	case !t.nobles.has(colourOf(seat), Small):
		return refusedNoOwnSmall
	case t.nobles.large == 0:
		return refusedNoLarge
	}
	return allowed
}

// take takes a small noble back from a tower (T-9).
func (p *Position) take(seat engine.Seat, at Cell) {
	t := p.towerAt(at)
	t.nobles.remove(colourOf(seat), Small)
	t.fresh = true
	p.player(seat).small++
}

// noblesLeft returns the player's supply of nobles of a size.
func (pl *player) noblesLeft(size Size) *uint8 {
	if size == Large {
		return &pl.large
	}
	return &pl.small
}

// towerAt returns the tower in a cell, or nil.
func (p *pieces) towerAt(at Cell) *tower {
	for i := range p.standing() {
		if p.towers[i].at == at {
			return &p.towers[i]
		}
	}
	return nil
}
