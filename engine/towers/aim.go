package towers

import (
	"cmp"
	"slices"

	"amytis/engine"
)

// The axes of the cursor. For a swap, axisEast chooses the first noble, axisNorth the second, and
// axisSize both sizes. axisTurn turns a tower (expert) or a bridge. axisZone is for quick.
const (
	axisEast engine.Axis = iota + 1
	axisNorth
	axisTurn
	axisLevel
	axisSize
	axisZone
)

var (
	towerAxes = []engine.Axis{axisEast, axisNorth, axisTurn, axisLevel, axisZone}
	nobleAxes = []engine.Axis{axisEast, axisNorth, axisLevel, axisZone}
	swapAxes  = []engine.Axis{axisEast, axisNorth, axisSize}
)

var steps = [][]engine.Step{
	{
		{Name: "west", Axis: axisEast, By: -1}, {Name: "south", Axis: axisNorth, By: -1},
		{Name: "north", Axis: axisNorth, By: 1}, {Name: "east", Axis: axisEast, By: 1},
		{Name: "turn", Axis: axisTurn, By: 1},
	},
	{
		{Name: "up", Axis: axisLevel, By: 1}, {Name: "down", Axis: axisLevel, By: -1},
		{Name: "piece", Axis: axisSize, By: 1}, {Name: "zone", Axis: axisZone, By: 1},
	},
}

// Aim moves a placement or a swap by one step along an axis. On a new place it comes to rest.
func (Rules) Aim(p *Position, m engine.Move, a engine.Axis, by int) (engine.Move, bool) {
	if m.Verb == verbSwap {
		return aimSwap(p, m, a, by)
	}
	at := placementOf(&m).at
	switch a {
	case axisEast:
		at.Col = uint8(int(at.Col) + by) // -1 wraps round to far off the table
	case axisNorth:
		at.Row = uint8(int(at.Row) + by)
	case axisLevel:
		at.Level = uint8(int(at.Level) + by)
	case axisZone:
		at.Zone = otherZone(p, m.Seat, at.Zone)
	case axisTurn:
		return aimedAround(p, m, by)
	}
	next, ok := aimAt(m, at)
	if !ok || next == m {
		return m, false
	}
	if a != axisLevel {
		next = settled(p, next)
	}
	return next, true
}

// aimAt returns m at another cell. ok is false if the piece would be off the table.
func aimAt(m engine.Move, at Cell) (engine.Move, bool) {
	pm := placementOf(&m)
	pm.at = at
	if at.Col >= Side || at.Row >= Side || at.Level < 1 || at.Level > MaxLevel ||
		pm.verb == verbBridge && !pm.bridge().fits() {
		return m, false
	}
	return pm.move(m.Seat), true
}

// aimedAround turns a tower by a quarter turn, or a bridge about its first end.
func aimedAround(p *Position, m engine.Move, by int) (engine.Move, bool) {
	switch m.Verb {
	case verbTower:
		if !p.expert {
			return m, false // facings do not matter
		}
		m.Args[1] = uint32((int(m.Args[1])-1+by+len(facingNames))%len(facingNames)) + 1
		return m, true
	case verbBridge:
		pm := placementOf(&m)
		pm.north = !pm.north
		if pm.bridge().fits() {
			return settled(p, pm.move(m.Seat)), true
		}
	}
	return m, false
}

// otherZone returns the seat's other zone; in tactical there is none, and it returns zone.
func otherZone(p *Position, seat engine.Seat, zone uint8) uint8 {
	if !p.quick {
		return zone
	}
	zones := zonesOf(seat, p.round.in)
	if zone == zones[0] {
		return zones[1]
	}
	return zones[0]
}

// settled returns m on the lowest legal level at its place, or else on top of what is there.
func settled(p *Position, m engine.Move) engine.Move {
	at := placementOf(&m).at
	for at.Level = 1; at.Level <= MaxLevel; at.Level++ {
		try, ok := aimAt(m, at)
		if pm := placementOf(&try); ok && checkPlace(p, m.Seat, &pm).code == allowed {
			return try
		}
	}
	at.Level = p.stacks.restsOn(&m)
	rest, _ := aimAt(m, at)
	return rest
}

// restsOn returns the level on which the piece of m would come to rest: above everything, for a
// noble on the highest level with anything.
func (t *stacks) restsOn(m *engine.Move) uint8 {
	pm := placementOf(m)
	first, step, n := pm.spots()
	level := uint8(0)
	for i := range n {
		level = max(level, t.column(first+i*step).top())
	}
	if m.Verb == verbTower || m.Verb == verbBridge {
		level++
	}
	return min(max(level, 1), MaxLevel)
}

// aimSwap replaces the first or second noble of a swap by the next, or both by the other size.
func aimSwap(p *Position, m engine.Move, a engine.Axis, by int) (engine.Move, bool) {
	x := swapOf(&m)
	switch a {
	case axisEast:
		before := func(at Cell) bool { return at.number() < x.second.tower.number() }
		x.first = beside(p.nobles(x.size, before), x.first, by)
	case axisNorth:
		behind := func(at Cell) bool { return at.number() > x.first.tower.number() }
		x.second = beside(p.nobles(x.size, behind), x.second, by)
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

// otherSize returns a swap of two nobles of the other size, x if there are none on two towers.
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
