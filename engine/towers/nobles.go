package towers

import (
	"math/bits"

	"amytis/engine"
)

// The limits of nobles, on a tower and for a player. In quick a tower takes what fits (T-9).
const (
	mostSmall      = 3
	mostSmallFewer = 2 // in tactical with fewer than seatsForThree players
	seatsForThree  = 5
	noblesSmall    = 6 // of a colour
	noblesLarge    = 2
)

// nobles are the nobles on a tower: smallBits for the number of small nobles of each colour, and
// above them the colour of the large one, 0 for none.
type nobles uint16

const (
	smallBits   = 2
	smallMask   = 1<<smallBits - 1
	largeOffset = smallBits * MaxSeats
)

func colourOf(seat engine.Seat) Colour { return Colour(seat) }

func (n nobles) none() bool { return n == 0 }

func (n nobles) smalls() uint8 {
	const ones = nobles(1<<largeOffset-1) / smallMask // the lower bit of each colour
	return uint8(bits.OnesCount16(uint16(n&ones)) + 2*bits.OnesCount16(uint16(n>>1&ones)))
}

func (n nobles) count(c Colour) uint8 { return uint8(n >> (smallBits * (c - 1)) & smallMask) }

// large returns the colour of the large noble, 0 for none.
func (n nobles) large() Colour { return Colour(n >> largeOffset) }

// countAll returns the number of nobles of a colour, both sizes.
func (n nobles) countAll(c Colour) uint8 {
	if n.large() == c {
		return n.count(c) + 1
	}
	return n.count(c)
}

func (n nobles) has(c Colour, size Size) bool {
	if size == Large {
		return n.large() == c
	}
	return n.count(c) > 0
}

func (n *nobles) add(c Colour, size Size) {
	if size == Large {
		*n |= nobles(c) << largeOffset
	} else {
		*n += 1 << (smallBits * (c - 1))
	}
}

// remove removes a noble, which must be there.
func (n *nobles) remove(c Colour, size Size) {
	if size == Large {
		*n &= 1<<largeOffset - 1
	} else {
		*n -= 1 << (smallBits * (c - 1))
	}
}

// checkJoin checks whether a noble may join those on a tower in tactical, with room for small ones.
func (n nobles) checkJoin(c Colour, size Size, room uint8) string {
	switch {
	case n.countAll(c) > 0:
		return refusedOwnThere
	case n.large() != 0:
		return refusedLargeThere
	case size == Large && n.smalls() > 0:
		return refusedSmallThere
	case n.smalls() == room:
		return refusedTowerFull
	}
	return allowed
}

// checkFits checks whether a noble may join those on a tower in quick (T-9).
func (n nobles) checkFits(size Size) string {
	switch {
	case size == Large && n.large() != 0:
		return refusedLargeThere
	case size == Small && n.smalls() == mostSmall:
		return refusedTowerFull
	}
	return allowed
}

func (p *Position) mostSmall() uint8 {
	if p.quick || p.seats >= seatsForThree {
		return mostSmall
	}
	return mostSmallFewer
}

// checkNoble checks whether a noble of the seat may stand on the tower at a cell.
func checkNoble(p *Position, seat engine.Seat, size Size, at Cell) string {
	t := p.towerAt(at)
	if t == nil {
		return refusedNoTower
	}
	switch c := p.stacks.column(t.at.spot()); {
	case c.has(t.at.Level + 1):
		return refusedCovered
	case c.arch(t.at.Level + 2):
		return refusedHeadroom
	case p.quick:
		return t.nobles.checkFits(size)
	}
	return t.nobles.checkJoin(colourOf(seat), size, p.mostSmall())
}

// checkTake checks whether a seat may take back its small noble (T-9).
func checkTake(p *pieces, seat engine.Seat, at Cell) string {
	t := p.towerAt(at)
	switch {
	case t == nil:
		return refusedNoTower
	case !t.nobles.has(colourOf(seat), Small):
		return refusedNoOwnSmall
	case t.nobles.large() == 0:
		return refusedNoLarge
	}
	return allowed
}

// takeNoble takes a small noble back from a tower (T-9). A large one stays there.
func (p *Position) takeNoble(seat engine.Seat, at Cell) {
	p.unsettle(p.towerIndex(at), colourOf(seat), Small)
	p.player(seat).small++
	p.survey(at.Zone)
	p.weigh(p.round.in)
}

// settle puts a noble on a tower.
func (p *pieces) settle(tower int, c Colour, size Size) {
	t := &p.towers[tower]
	if t.nobles.none() {
		p.stacks.column(t.at.spot()).nobles |= 1 << (t.at.Level - 1)
		if !p.buried.has(uint8(tower)) {
			p.openIn(t.at.Zone).remove(t.at.Level)
		}
		if t.at.Zone > 0 {
			p.zones[t.at.Zone-1].nobled.add(uint8(tower))
		}
	}
	t.nobles.add(c, size)
	p.levels.nobles[t.at.Level][c-1]++
	p.fresh.add(uint8(tower))
}

// unsettle takes a noble off a tower.
func (p *pieces) unsettle(tower int, c Colour, size Size) {
	t := &p.towers[tower]
	t.nobles.remove(c, size)
	p.levels.nobles[t.at.Level][c-1]--
	p.fresh.add(uint8(tower))
	if t.nobles.none() {
		p.stacks.column(t.at.spot()).nobles &^= 1 << (t.at.Level - 1)
		if !p.buried.has(uint8(tower)) {
			p.openIn(t.at.Zone).add(t.at.Level)
		}
	}
}

// towerIndex returns the number of the tower in a cell, or -1.
func (p *pieces) towerIndex(at Cell) int {
	c := p.stacks.column(at.spot())
	switch {
	case !c.has(at.Level):
		return -1
	case c.roof > 0 && c.built() == at.Level:
		return int(c.roof) - 1
	}
	towers, _ := p.in(at.Zone)
	for _, i := range towers {
		if p.towers[i].at == at {
			return int(i)
		}
	}
	return -1
}

// towerAt returns the tower in a cell, or nil.
func (p *pieces) towerAt(at Cell) *tower {
	if i := p.towerIndex(at); i >= 0 {
		return &p.towers[i]
	}
	return nil
}
