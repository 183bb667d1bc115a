package towers

import (
	"cmp"
	"slices"

	"amytis/engine"
)

// aimSwap replaces the first or second noble of a swap by the next one in order, or both by nobles
// of the other size.
func aimSwap(p *Position, m engine.Move, a engine.Axis, by int) (engine.Move, bool) {
	x := swapOf(&m)
	switch a {
	case axisEast:
		x.first = beside(
			p.nobles(x.size, func(at Cell) bool { return at.number() < x.second.tower.number() }),
			x.first,
			by,
		)
	case axisNorth:
		x.second = beside(
			p.nobles(x.size, func(at Cell) bool { return at.number() > x.first.tower.number() }),
			x.second,
			by,
		)
	case axisSize:
		x = otherSize(p, x)
	}
	next := m
	next.Args = [engine.ArgSlots]uint32{uint32(x.size), x.first.value(), x.second.value()}
	return next, next != m
}

// nobles lists the nobles of a size on the towers for which on is true, in the order of the towers.
func (p *pieces) nobles(size Size, on func(Cell) bool) []standing {
	var all []standing
	for i := range p.standing() {
		t := &p.towers[i]
		for c := Blue; c <= White; c++ {
			if on(t.at) && t.nobles.has(c, size) {
				all = append(all, standing{t.at, c})
			}
		}
	}
	slices.SortFunc(all, func(a, b standing) int { return cmp.Compare(a.value(), b.value()) })
	return all
}

// beside returns the noble that is by places after s in a list that goes round.
func beside(all []standing, s standing, by int) standing {
	at := slices.Index(all, s)
	if at < 0 {
		return s
	}
	return all[(at+by+len(all))%len(all)]
}

// otherSize returns a swap of two nobles of the other size on two towers. If there are none, it
// returns x.
func otherSize(p *Position, x exchange) exchange {
	other := exchange{size: Small + Large - x.size}
	all := p.nobles(other.size, func(Cell) bool { return true })
	if len(all) == 0 {
		return x
	}
	other.first, other.second = all[0], all[len(all)-1]
	if other.first.tower == other.second.tower {
		return x
	}
	return other
}
