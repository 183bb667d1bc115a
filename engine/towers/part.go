package towers

import "math/bits"

// part identifies a connected part of a building: pieces that share faces (T-3). It is the number
// of one of its pieces in grids. Pieces are never removed, so parts only merge.
type part uint8

// partSet is a set of parts, one bit each.
type partSet struct{ low, high uint64 }

// add adds a part.
func (s *partSet) add(of part) {
	if of < 64 {
		s.low |= 1 << of
	} else {
		s.high |= 1 << (of - 64)
	}
}

// has reports whether the part is in the set.
func (s partSet) has(of part) bool {
	if of < 64 {
		return s.low&(1<<of) != 0
	}
	return s.high&(1<<(of-64)) != 0
}

// len returns the number of parts.
func (s partSet) len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// partOf returns the part of a piece.
func (p *pieces) partOf(c content) part {
	switch {
	case c >= firstArch:
		return p.bridges[c-firstArch].part
	case c >= firstEnd:
		return p.bridges[c-firstEnd].part
	}
	return p.towers[c-firstTower].part
}

// touchedBy returns the parts that a tower or a bridge would share a face with.
func (p *pieces) touchedBy(g *grid, pm *placement) partSet {
	var by partSet
	first, step, n := pm.spots()
	for i := range n {
		if spot := first + i*step; !g.alone(spot) {
			p.touch(g, spot, pm.at.Level, &by)
		}
	}
	return by
}

// alone reports whether nothing stands at a spot or beside it. That is true for most spots.
func (g *grid) alone(spot int) bool {
	return g.top[spot]|g.top[spot-1]|g.top[spot+1]|g.top[spot-width]|g.top[spot+width] == 0
}

// touch adds the parts that share a face with a cell.
func (p *pieces) touch(g *grid, spot int, level uint8, by *partSet) {
	for _, c := range [...]content{
		g.cells[spot][level-1], g.cells[spot][level+1],
		g.cells[spot-1][level], g.cells[spot+1][level],
		g.cells[spot-width][level], g.cells[spot+width][level],
	} {
		if c.isPiece() {
			by.add(p.partOf(c))
		}
	}
}

// connectedWith reports whether the building is connected after a new piece that touches the given parts.
func (p *pieces) connectedWith(touching partSet) bool { return touching.len() == int(p.parts) }

// connected reports whether the building is connected (T-3).
func (p *pieces) connected() bool { return p.parts <= 1 }

// join merges the touched parts and a new piece into one part with that name.
func (p *pieces) join(name part, touching partSet) {
	p.parts += 1 - uint8(touching.len())
	for i := range p.standing() {
		if touching.has(p.towers[i].part) {
			p.towers[i].part = name
		}
	}
	for i := range p.lying() {
		if touching.has(p.bridges[i].part) {
			p.bridges[i].part = name
		}
	}
}
