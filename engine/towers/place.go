package towers

import "amytis/engine"

// placement is a piece that a player wants to place, and where.
type placement struct {
	verb engine.Verb
	// at is the cell of a tower, the first end of a bridge, or the cell of a noble's tower.
	at     Cell
	north  bool // the bridge runs north
	facing Facing
}

// placementOf returns the placement of a move.
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

// bridge returns the place of a bridge.
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

// supply returns the number of pieces of the verb's kind that a player has left.
func (pl *player) supply(v engine.Verb) uint8 {
	switch v {
	case verbTower:
		return pl.towers
	case verbBridge:
		return pl.bridges
	case verbSmall:
		return pl.small
	}
	return pl.large
}

// checkPlacing checks a placement apart from the limits of the turn.
func checkPlacing(p *Position, seat engine.Seat, pm *placement) fault {
	if code := checkSupply(p, seat, pm.verb); code != allowed {
		return fault{code: code}
	}
	var g grid
	g.fill(&p.pieces, pm.at.Zone)
	return checkPlace(p, &g, seat, pm)
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

// checkPlace checks the place of a placement.
func checkPlace(p *Position, g *grid, seat engine.Seat, pm *placement) fault {
	at := pm.at
	if p.turn.first && p.turn.active == 1 && at.Level > maxFirstLevel {
		return fault{refusedLowFirst, at}
	}
	switch pm.verb {
	case verbTower:
		return g.checkTower(at)
	case verbBridge:
		return g.checkBridge(pm.bridge())
	}
	return fault{checkNoble(p, g, seat, pm.size(), at), at}
}

// place places a piece. It has been checked before.
func (p *Position) place(seat engine.Seat, pm *placement) {
	if size := pm.size(); size != 0 {
		p.stand(seat, size, pm.at)
		return
	}
	var g grid
	g.fill(&p.pieces, pm.at.Zone)
	touching := p.touchedBy(&g, pm)
	p.turn.grown = p.turn.grown || !p.quick && g.grows(pm)
	if pm.verb == verbTower {
		p.raise(pm, touching)
		p.player(seat).towers--
	} else {
		p.lay(pm, touching)
		p.player(seat).bridges--
	}
}

// raise places a tower that touches the given parts.
func (p *pieces) raise(pm *placement, touching partSet) {
	name := part(firstTower) + part(p.nTowers)
	p.join(name, touching)
	p.towers[p.nTowers] = tower{at: pm.at, facing: pm.facing, part: name, fresh: true}
	p.nTowers++
}

// lay places a bridge that touches the given parts.
func (p *pieces) lay(pm *placement, touching partSet) {
	name := part(firstEnd) + part(p.nBridges)
	p.join(name, touching)
	p.bridges[p.nBridges] = bridge{Bridge: pm.bridge(), part: name, fresh: true}
	p.nBridges++
}

// refresh clears the marks of new pieces.
func (p *pieces) refresh() {
	for i := range p.standing() {
		p.towers[i].fresh = false
	}
	for i := range p.lying() {
		p.bridges[i].fresh = false
	}
}

// grows reports whether a tower or bridge makes the area larger (T-6).
func (g *grid) grows(pm *placement) bool {
	first, step, n := pm.spots()
	for i := range n {
		if g.top[first+i*step] == 0 {
			return true
		}
	}
	return false
}
