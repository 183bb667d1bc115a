package towers

import "math/bits"

// part identifies a connected part of a building (T-3) by the number of one of its pieces: a
// tower's, or maxTowers + a bridge's. Pieces are never removed, so parts only merge.
type part uint8

// maxParts is the highest number of parts on all tables together.
const maxParts = maxTowers + maxBridges

// partAt returns the part of the piece in a cell that holds one.
func (p *pieces) partAt(spot int, level uint8) part {
	switch {
	case p.parts > 1:
	case p.nTowers > 0:
		return p.towers[0].part
	default:
		return p.bridges[0].part
	}
	c := p.stacks.column(spot)
	if c.roof > 0 && c.built() == level {
		return p.towers[c.roof-1].part
	}
	towers, bridges := p.in(uint8(spot / (width * width)))
	for _, i := range towers {
		if at := p.towers[i].at; at.Level == level && at.spot() == spot {
			return p.towers[i].part
		}
	}
	for _, i := range bridges {
		b := &p.bridges[i]
		first, step := b.spots()
		if b.From.Level == level && (spot == first || spot == first+step || spot == first+2*step) {
			return b.part
		}
	}
	return 0
}

// touchedBy returns the parts that a tower or a bridge would share a face with.
func (p *pieces) touchedBy(pm *placement) numberSet {
	var by numberSet
	first, step, n := pm.spots()
	for i := range n {
		p.touch(first+i*step, pm.at.Level, &by)
	}
	return by
}

// touch adds the parts that share a face with a cell.
func (p *pieces) touch(spot int, level uint8, by *numberSet) {
	c := p.stacks.column(spot)
	for _, level := range [...]uint8{level - 1, level + 1} {
		if c.has(level) {
			by.add(uint8(p.partAt(spot, level)))
		}
	}
	for _, beside := range [...]int{spot - 1, spot + 1, spot - width, spot + width} {
		if p.stacks.column(beside).has(level) {
			by.add(uint8(p.partAt(beside, level)))
		}
	}
}

// connectedWith reports whether the building is connected after a new piece that touches parts.
func (p *pieces) connectedWith(touching numberSet) bool { return touching.len() == int(p.parts) }

// connected reports whether the building is connected (T-3).
func (p *pieces) connected() bool { return p.parts <= 1 }

// join merges the touched parts into one and returns it, name if there are none.
func (p *pieces) join(name part, touching numberSet) part {
	n := touching.len()
	p.parts += 1 - uint8(n)
	if n == 0 {
		return name
	}
	name = part(touching.first())
	if n == 1 {
		return name
	}
	for i := range p.standing() {
		if touching.has(uint8(p.towers[i].part)) {
			p.towers[i].part = name
		}
	}
	for i := range p.bridges[:p.nBridges] {
		if touching.has(uint8(p.bridges[i].part)) {
			p.bridges[i].part = name
		}
	}
	return name
}

// numberSet is a set of numbers below 128: of towers or of parts.
type numberSet struct{ low, high uint64 }

func (s *numberSet) add(n uint8) {
	if n < 64 {
		s.low |= 1 << n
	} else {
		s.high |= 1 << (n - 64)
	}
}

func (s *numberSet) has(n uint8) bool {
	if n < 64 {
		return s.low&(1<<n) != 0
	}
	return s.high&(1<<(n-64)) != 0
}

func (s *numberSet) len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// pop removes the lowest number of a set that is not empty, and returns it.
func (s *numberSet) pop() uint8 {
	n := s.first()
	if s.low != 0 {
		s.low &= s.low - 1
	} else {
		s.high &= s.high - 1
	}
	return n
}

// first returns the lowest number of a set that is not empty.
func (s *numberSet) first() uint8 {
	if s.low != 0 {
		return uint8(bits.TrailingZeros64(s.low))
	}
	return uint8(64 + bits.TrailingZeros64(s.high))
}
