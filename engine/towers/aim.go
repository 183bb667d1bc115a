package towers

import "amytis/engine"

// The axes of a cursor: of towers and bridges, which turn, of nobles, and of two
// that are to change places: east and west lead to another first one, north and
// south to another second one.
var (
	towerAxes = []engine.Axis{engine.AxisEast, engine.AxisNorth, engine.AxisTurn, engine.AxisLevel, engine.AxisZone}
	nobleAxes = []engine.Axis{engine.AxisEast, engine.AxisNorth, engine.AxisLevel, engine.AxisZone}
	swapAxes  = []engine.Axis{engine.AxisEast, engine.AxisNorth, engine.AxisPiece}
)

// Aim moves a piece that is about to be placed: over the table, where it comes to
// rest on what is there; around; up and down; in quick to the seat's other zone.
func (Rules) Aim(p *Position, m engine.Move, a engine.Axis, by int) (engine.Move, bool) {
	if m.Verb == verbSwap {
		return p.aimSwap(m, a, by)
	}
	at := aimedAt(&m)
	switch a {
	case engine.AxisEast:
		at.Col = uint8(int(at.Col) + by) // -1 is far off the table
	case engine.AxisNorth:
		at.Row = uint8(int(at.Row) + by)
	case engine.AxisLevel:
		at.Level = uint8(int(at.Level) + by)
	case engine.AxisZone:
		at.Zone = p.otherZone(m.Seat, at.Zone)
	case engine.AxisTurn:
		return p.aimedAround(m, by)
	}
	next, ok := aimAt(m, at)
	if !ok || next == m {
		return m, false
	}
	if a != engine.AxisLevel {
		next = p.settled(next)
	}
	return next, true
}

// aimedAt is the cell of a tower or of a noble's tower, and the first end of a
// bridge.
func aimedAt(m *engine.Move) Cell {
	if m.Verb == verbBridge {
		return bridgeIn(m.Args[:1]).From
	}
	return cellIn(m.Args[:1])
}

// aimAt is a move at another cell, if that is one.
func aimAt(m engine.Move, at Cell) (engine.Move, bool) {
	if at.Col >= Side || at.Row >= Side || at.Level < 1 || at.Level > MaxLevel {
		return m, false
	}
	if m.Verb != verbBridge {
		m.Args[0] = at.value()
		return m, true
	}
	b := Bridge{at, bridgeIn(m.Args[:1]).North}
	if !b.fits() {
		return m, false
	}
	m.Args[0] = b.value()
	return m, true
}

// aimedAround turns a tower a quarter, and a bridge the other way, about its
// first end.
func (p *Position) aimedAround(m engine.Move, by int) (engine.Move, bool) {
	switch m.Verb {
	case verbTower:
		m.Args[1] = uint32((int(m.Args[1])-1+by+len(facingNames))%len(facingNames)) + 1
		return m, true
	case verbBridge:
		b := bridgeIn(m.Args[:1])
		b.North = !b.North
		if !b.fits() {
			return m, false
		}
		m.Args[0] = b.value()
		return p.settled(m), true
	}
	return m, false
}

// otherZone is the other one of a seat's two.
func (p *Position) otherZone(seat engine.Seat, zone uint8) uint8 {
	if !p.quick {
		return zone
	}
	zones := p.zonesOf(seat, p.round.in)
	if zone == zones[0] {
		return zones[1]
	}
	return zones[0]
}

// settled is a move on the lowest level on which it fits where it is; where on
// none, on what lies highest there.
func (p *Position) settled(m engine.Move) engine.Move {
	at := aimedAt(&m)
	var g grid
	g.fill(p, at.Zone)
	for at.Level = 1; at.Level <= MaxLevel; at.Level++ {
		try, ok := aimAt(m, at)
		if pm := placementOf(&try); ok && p.checkPlace(&g, m.Seat, &pm).code == allowed {
			return try
		}
	}
	at.Level = g.restsOn(&m)
	rest, _ := aimAt(m, at)
	return rest
}

// restsOn is the level on which a piece would lie: above all that stands below
// it, but a noble on the highest tower.
func (g *grid) restsOn(m *engine.Move) uint8 {
	cells := []Cell{aimedAt(m)}
	if m.Verb == verbBridge {
		all := bridgeIn(m.Args[:1]).Cells()
		cells = all[:]
	}
	level := uint8(0)
	for _, c := range cells {
		level = max(level, g.top[c.spot()])
	}
	if m.Verb == verbTower || m.Verb == verbBridge {
		level++
	}
	return min(max(level, 1), MaxLevel)
}
