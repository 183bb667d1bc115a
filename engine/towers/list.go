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

// add writes the move in place: a whole one copied takes several times as long.
func (l *lister) add(v engine.Verb, args ...uint32) {
	l.dst = append(l.dst, engine.Move{})
	m := &l.dst[len(l.dst)-1]
	m.Seat, m.Verb = l.seat, v
	copy(m.Args[:], args)
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
	pm := placement{verb: verbTower}
	for at := range columns(zone) {
		top := min(l.g.top[at.spot()]+1, MaxLevel)
		for at.Level = 1; at.Level <= top; at.Level++ {
			if pm.at = at; !l.fits(&pm) {
				continue
			}
			for f := North; f <= West; f++ {
				l.add(verbTower, at.value(), uint32(f))
			}
		}
	}
}

func (l *lister) listBridges(zone uint8) {
	pm := placement{verb: verbBridge}
	for at := range columns(zone) {
		for _, north := range [...]bool{false, true} {
			b := Bridge{at, north}
			if !b.fits() {
				continue
			}
			first, step := b.spots()
			top := min(l.g.top[first]+1, l.g.top[first+(span-1)*step]+1, MaxLevel)
			for b.From.Level = 1; b.From.Level <= top; b.From.Level++ {
				if pm.at, pm.north = b.From, north; l.fits(&pm) {
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
	pm := placement{verb: v}
	for i := range l.g.towers() {
		if pm.at = l.p.towers[i].at; l.fits(&pm) {
			l.add(v, pm.at.value())
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
		l.listSwaps()
	}
	if l.p.expert && l.p.stage != Turned {
		l.listTurns()
	}
}

// listSwaps lists the swaps by their towers, the first before the second.
func (l *lister) listSwaps() {
	var settled [maxTowers]*tower
	n := 0
	for i := range l.g.towers() {
		if t := &l.p.towers[i]; !t.nobles.none() {
			settled[n] = t
			n++
		}
	}
	for i, a := range settled[:n] {
		for _, b := range settled[i+1 : n] {
			l.listExchanges(a, b, Small)
			l.listExchanges(a, b, Large)
		}
	}
}

// listExchanges lists the swaps of nobles on two towers.
func (l *lister) listExchanges(a, b *tower, size Size) {
	for first := Blue; first <= White; first++ {
		for second := Blue; second <= White && a.nobles.has(first, size); second++ {
			x := exchange{size, standing{a.at, first}, standing{b.at, second}}
			if b.nobles.has(second, size) && l.p.checkPair(a, b, x).code == allowed {
				l.add(verbSwap, uint32(size), x.first.value(), x.second.value())
			}
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
