package towers

import "amytis/engine"

// lister lists the moves of a seat.
type lister struct {
	p    *Position
	g    grid
	seat engine.Seat
	// sound leaves out what a turn could not be finished after.
	sound bool
	dst   []engine.Move
}

// Legal appends every legal move of the seat, in the order of the verbs within a
// zone, of the cells, and of the levels from the table up.
func (Rules) Legal(p *Position, seat engine.Seat, dst []engine.Move) []engine.Move {
	return p.list(seat, false, dst)
}

// Sound leaves out placements after which the building would be in parts, or
// without which the area would not grow in time, or four pieces not find room.
// In quick it is Legal: nothing has to be finished.
func (Rules) Sound(p *Position, seat engine.Seat, dst []engine.Move) []engine.Move {
	return p.list(seat, !p.quick, dst)
}

func (p *Position) list(seat engine.Seat, sound bool, dst []engine.Move) []engine.Move {
	if seat == engine.Chance || seat > p.seats || !(Rules{}).Turn(p).Has(seat) {
		return dst
	}
	l := lister{p: p, seat: seat, sound: sound, dst: dst}
	if p.quick {
		l.listRound()
	} else {
		l.listTurn()
	}
	return l.dst
}

func (l *lister) listTurn() {
	l.g.fill(l.p, 0)
	if l.p.checkStep() == allowed {
		l.listPlacements(0)
	}
	if l.p.checkSpecial() == allowed {
		l.listSpecial()
	}
	if l.p.checkEnd() == allowed {
		l.add(verbDone)
	}
}

func (l *lister) listRound() {
	for _, zone := range l.p.zonesOf(l.seat, l.p.round.in) {
		l.g = grid{}
		l.g.fill(l.p, zone)
		l.listPlacements(zone)
		l.listTakes()
	}
	l.add(verbStuck)
}

func (l *lister) add(v engine.Verb, args ...uint32) {
	m := engine.Move{Seat: l.seat, Verb: v}
	copy(m.Args[:], args)
	l.dst = append(l.dst, m)
}

func (l *lister) listPlacements(zone uint8) {
	if l.can(verbTower) {
		l.listTowers(zone)
	}
	if l.can(verbBridge) {
		l.listBridges(zone)
	}
	for _, v := range [...]engine.Verb{verbSmall, verbLarge} {
		if l.can(v) {
			l.listNobles(v)
		}
	}
}

func (l *lister) can(v engine.Verb) bool { return l.p.checkSupply(l.seat, v) == allowed }

// fits reports whether a piece may be placed, and is to be listed.
func (l *lister) fits(pm *placement) bool {
	return l.p.checkPlace(&l.g, l.seat, pm).code == allowed && (!l.sound || l.p.keepsSound(&l.g, l.seat, pm))
}

func (l *lister) listTowers(zone uint8) {
	pm := placement{verb: verbTower, n: 1}
	for at := range columns(zone) {
		top := min(l.g.top[at.spot()]+1, MaxLevel)
		for at.Level = 1; at.Level <= top; at.Level++ {
			if pm.room[0] = at; !l.fits(&pm) {
				continue
			}
			for f := North; f <= West; f++ {
				l.add(verbTower, at.value(), uint32(f))
			}
		}
	}
}

func (l *lister) listBridges(zone uint8) {
	pm := placement{verb: verbBridge, n: span}
	for at := range columns(zone) {
		for _, north := range [...]bool{false, true} {
			b := Bridge{at, north}
			if !b.fits() {
				continue
			}
			ends := b.Cells()
			top := min(l.g.top[at.spot()]+1, l.g.top[ends[span-1].spot()]+1, MaxLevel)
			for b.From.Level = 1; b.From.Level <= top; b.From.Level++ {
				if pm.bridge, pm.room = b, b.Cells(); l.fits(&pm) {
					l.add(verbBridge, b.value())
				}
			}
		}
	}
}

// columns are the columns of cells of a zone's table, without a level.
func columns(zone uint8) func(yield func(Cell) bool) {
	return func(yield func(Cell) bool) {
		for col := range uint8(Side) {
			for row := range uint8(Side) {
				if !yield(Cell{Zone: zone, Col: col, Row: row}) {
					return
				}
			}
		}
	}
}

// listNobles lists where a noble finds room.
func (l *lister) listNobles(v engine.Verb) {
	pm := placement{verb: v, n: 1}
	for i := range l.g.towers() {
		if pm.room[0] = l.p.towers[i].at; l.fits(&pm) {
			l.add(v, pm.room[0].value())
		}
	}
}

// towers are the numbers of the towers, by their cells.
func (g *grid) towers() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for spot, top := range g.top {
			for level := uint8(1); level <= top; level++ {
				if c := g.cells[spot][level]; c.isTower() && !yield(int(c-firstTower)) {
					return
				}
			}
		}
	}
}

func (l *lister) listTakes() {
	for i := range l.g.towers() {
		if at := l.p.towers[i].at; l.p.checkTake(l.seat, at) == allowed {
			l.add(verbTake, at.value())
		}
	}
}

func (l *lister) listSpecial() {
	if l.p.stage == Placing {
		for _, size := range [...]Size{Small, Large} {
			for i := range l.g.towers() {
				l.listSwaps(size, &l.p.towers[i])
			}
		}
	}
	if l.p.expert && l.p.stage != Turned {
		l.listTurns()
	}
}

// listSwaps lists the swaps of nobles on a tower with those on later ones.
func (l *lister) listSwaps(size Size, t *tower) {
	for c := Blue; c <= White; c++ {
		if !t.nobles.has(c, size) {
			continue
		}
		x := exchange{size: size, first: standing{t.at, c}}
		for j := range l.g.towers() {
			l.listPartners(&x, &l.p.towers[j])
		}
	}
}

// listPartners lists the swaps of a noble with those on a tower.
func (l *lister) listPartners(x *exchange, t *tower) {
	for c := Blue; c <= White; c++ {
		x.second = standing{t.at, c}
		if l.p.checkExchange(*x).code == allowed {
			l.add(verbSwap, uint32(x.size), x.first.value(), x.second.value())
		}
	}
}

func (l *lister) listTurns() {
	for i := range l.g.towers() {
		t := &l.p.towers[i]
		for f := North; f <= West; f++ {
			if t.facing.quarter(f) {
				l.add(verbTurn, t.at.value(), uint32(f))
			}
		}
	}
}
