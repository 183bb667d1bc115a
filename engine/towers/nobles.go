package towers

import "amytis/engine"

// The most nobles on a tower: in quick what fits (T-9), in tactical small ones
// of different colours.
const (
	mostSmall      = 3
	mostSmallFewer = 2 // in tactical with fewer than
	seatsForThree  = 5 // players
	noblesSmall    = 6 // of a colour
	noblesLarge    = 2
)

// nobles are those that stand on a tower.
type nobles struct {
	small [MaxSeats]uint8 // by colour
	large Colour          // 0 for none
}

// colourOf is the colour of a seat.
func colourOf(seat engine.Seat) Colour { return Colour(seat) }

func (n *nobles) none() bool { return *n == nobles{} }

// smalls is how many small ones there are.
func (n *nobles) smalls() uint8 {
	all := uint8(0)
	for _, of := range n.small {
		all += of
	}
	return all
}

// of is how many nobles of a colour there are, both sizes.
func (n *nobles) of(c Colour) uint8 {
	if n.large == c {
		return n.small[c-1] + 1
	}
	return n.small[c-1]
}

func (n *nobles) has(c Colour, size Size) bool {
	if size == Large {
		return n.large == c
	}
	return n.small[c-1] > 0
}

func (n *nobles) add(c Colour, size Size) {
	if size == Large {
		n.large = c
	} else {
		n.small[c-1]++
	}
}

func (n *nobles) remove(c Colour, size Size) {
	if size == Large {
		n.large = 0
	} else {
		n.small[c-1]--
	}
}

// checkJoin judges a noble that is to join those on a tower in tactical, which
// has room for so many small ones.
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

// checkFits is the same in quick (T-9).
func (n *nobles) checkFits(size Size) string {
	switch {
	case size == Large && n.large != 0:
		return refusedLargeThere
	case size == Small && n.smalls() == mostSmall:
		return refusedTowerFull
	}
	return allowed
}

// mostSmall is how many small nobles a tower has room for.
func (p *Position) mostSmall() uint8 {
	if p.quick || p.seats >= seatsForThree {
		return mostSmall
	}
	return mostSmallFewer
}

// checkNoble judges standing a noble of a seat on the tower at a cell.
func (p *Position) checkNoble(g *grid, seat engine.Seat, size Size, at Cell) string {
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

// stand puts a noble on a tower.
func (p *Position) stand(seat engine.Seat, size Size, at Cell) {
	t := p.towerAt(at)
	t.nobles.add(colourOf(seat), size)
	t.fresh = true
	*p.player(seat).noblesLeft(size)--
}

// checkTake judges taking a small noble back (T-9).
func (p *Position) checkTake(seat engine.Seat, at Cell) string {
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

func (p *Position) take(seat engine.Seat, at Cell) {
	t := p.towerAt(at)
	t.nobles.remove(colourOf(seat), Small)
	t.fresh = true
	p.player(seat).small++
}

// noblesLeft is the supply of a size.
func (pl *player) noblesLeft(size Size) *uint8 {
	if size == Large {
		return &pl.large
	}
	return &pl.small
}

// towerAt is the tower in a cell, nil if there is none.
func (p *Position) towerAt(at Cell) *tower {
	for i := range p.standing() {
		if p.towers[i].at == at {
			return &p.towers[i]
		}
	}
	return nil
}
