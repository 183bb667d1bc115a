package towers

import (
	"cmp"

	"amytis/engine"
)

// placement is a piece that a player wants to place, and where.
type placement struct {
	verb engine.Verb
	// at is the cell of a tower, the first end of a bridge, or the cell of a noble's tower.
	at     Cell
	north  bool // the bridge runs north
	facing Facing
}

func placementOf(m *engine.Move) placement {
	switch m.Verb {
	case verbBridge:
		b := bridgeIn(m.Args[:1])
		return placement{verb: m.Verb, at: b.From, north: b.North}
	case verbTower:
		return placement{verb: m.Verb, at: cellIn(m.Args[:1]), facing: Facing(m.Args[1])}
	}
	return placement{verb: m.Verb, at: cellIn(m.Args[:1])}
}

func (pm *placement) bridge() Bridge { return Bridge{pm.at, pm.north} }

// spots returns the n spots that a tower or bridge covers: first, first+step, and so on.
func (pm *placement) spots() (first, step, n int) {
	if pm.verb == verbBridge {
		first, step = pm.bridge().spots()
		return first, step, span
	}
	return pm.at.spot(), 0, 1
}

// size returns the noble's size, 0 for a tower or bridge.
func (pm *placement) size() Size {
	switch pm.verb {
	case verbSmall:
		return Small
	case verbLarge:
		return Large
	}
	return 0
}

func (pl *player) supply(v engine.Verb) uint8 { return *pl.left(v) }

func (pl *player) left(v engine.Verb) *uint8 {
	switch v {
	case verbTower:
		return &pl.towers
	case verbBridge:
		return &pl.bridges
	case verbSmall:
		return &pl.small
	}
	return &pl.large
}

// checkPlacing checks a placement apart from the limits of the turn.
func checkPlacing(p *Position, seat engine.Seat, pm *placement) fault {
	return cmp.Or(fault{code: checkSupply(p, seat, pm.verb)}, checkPlace(p, seat, pm))
}

// checkSupply checks whether the seat may place a piece of the verb's kind at all.
func checkSupply(p *Position, seat engine.Seat, v engine.Verb) string {
	switch {
	case p.player(seat).supply(v) == 0:
		return refusedNoneLeft
	case p.turn.first && (v == verbSmall || v == verbLarge):
		return refusedNoblesYet
	}
	return allowed
}

// maxFirstLevel is the highest level for the first player in the first round (T-14).
const maxFirstLevel = 2

func checkPlace(p *Position, seat engine.Seat, pm *placement) fault {
	at := pm.at
	if p.turn.first && p.turn.active == 1 && at.Level > maxFirstLevel {
		return fault{refusedLowFirst, at}
	}
	switch pm.verb {
	case verbTower:
		return p.stacks.checkTower(at)
	case verbBridge:
		return p.stacks.checkBridge(pm.bridge())
	}
	return fault{checkNoble(p, seat, pm.size(), at), at}
}

// place places a piece. It has been checked before.
func (p *Position) place(seat engine.Seat, pm *placement) {
	if p.quick {
		// This takes less time than a survey afterwards.
		p.zones[pm.at.Zone-1].sides = p.sidesWith(seat, pm)
	}
	*p.player(seat).left(pm.verb)--
	if size := pm.size(); size != 0 {
		p.settle(p.towerIndex(pm.at), colourOf(seat), size)
	} else {
		p.construct(pm)
	}
	if p.quick {
		p.weigh(p.affected(seat, pm))
	}
}

func (p *Position) construct(pm *placement) {
	touching := p.touchedBy(pm)
	opening := p.opening(pm)
	p.turn.grown = p.turn.grown || !p.quick && p.stacks.grows(pm)
	if pm.verb == verbTower {
		p.raise(pm, touching)
	} else {
		p.lay(pm, touching)
	}
	p.openIn(pm.at.Zone).change(opening)
}

// raise places a tower that touches the given parts.
func (p *pieces) raise(pm *placement, touching numberSet) {
	n := p.nTowers
	p.towers[n] = tower{at: pm.at, facing: pm.facing, part: p.join(part(n), touching)}
	p.nTowers++
	p.fresh.add(n)
	p.levels.top = max(p.levels.top, pm.at.Level)
	if pm.at.Zone > 0 {
		z := &p.zones[pm.at.Zone-1]
		z.towers[z.nTowers] = n
		z.nTowers++
	}
	if c := p.fill(pm.at.spot(), pm.at.Level); c.built() == pm.at.Level {
		c.roof = n + 1
	} else {
		p.buried.add(n)
	}
}

// lay places a bridge that touches the given parts.
func (p *pieces) lay(pm *placement, touching numberSet) {
	n := p.nBridges
	after := p.nTowers
	p.nBridges++
	p.freshBridges |= 1 << n
	if pm.at.Zone > 0 {
		z := &p.zones[pm.at.Zone-1]
		after = z.nTowers
		z.bridges[z.nBridges] = n
		z.nBridges++
	}
	p.bridges[n] = bridge{Bridge: pm.bridge(), part: p.join(maxTowers+part(n), touching), after: after}
	first, step := pm.bridge().spots()
	p.fill(first, pm.at.Level)
	p.fill(first+step, pm.at.Level).arches |= 1 << (pm.at.Level - 1)
	p.fill(first+2*step, pm.at.Level)
}

// fill puts a piece into a cell and returns its column, whose roof may now be buried.
func (p *pieces) fill(spot int, level uint8) *stack {
	c := p.stacks.column(spot)
	if c.roof > 0 && level > c.built() {
		p.buried.add(c.roof - 1)
		c.roof = 0
	}
	c.spot = uint16(spot)
	c.pieces |= 1 << (level - 1)
	return c
}

// PlacementView is a piece that a move would place, and where. A cursor shows it.
type PlacementView struct {
	// At is the cell of a tower, the first end of a bridge, or the cell of a noble's tower.
	At Cell
	// Facing is set for a tower, Noble for a noble. For a bridge both are zero.
	Facing Facing
	Noble  NobleView
	North  bool // a bridge runs north
}

// Cells returns the cells that the piece would fill, or the cell of a noble's tower.
func (p *PlacementView) Cells() []Cell {
	if p.IsBridge() {
		cells := p.Bridge().Cells()
		return cells[:]
	}
	return []Cell{p.At}
}

func (p *PlacementView) IsBridge() bool { return p.Facing == 0 && p.Noble == NobleView{} }

func (p *PlacementView) Bridge() Bridge { return Bridge{p.At, p.North} }

// PlacementOf returns the piece that m places, and where, false for any other move.
func PlacementOf(m engine.Move) (PlacementView, bool) {
	if !info.WellFormed(m, verbTower, verbLarge) {
		return PlacementView{}, false
	}
	pm := placementOf(&m)
	p := PlacementView{At: pm.at, Facing: pm.facing, North: pm.north}
	if size := pm.size(); size != 0 {
		p.Noble = NobleView{Colour: Colour(m.Seat), Size: size}
	}
	return p, true
}

// SwapOf returns both nobles at their places after a swap, false for any other move.
func SwapOf(m engine.Move) (first, second PlacementView, ok bool) {
	if !info.WellFormed(m, verbSwap, verbSwap) {
		return first, second, false
	}
	x := swapOf(&m)
	first = PlacementView{At: x.first.tower, Noble: NobleView{Colour: x.second.colour, Size: x.size}}
	second = PlacementView{At: x.second.tower, Noble: NobleView{Colour: x.first.colour, Size: x.size}}
	return first, second, true
}
