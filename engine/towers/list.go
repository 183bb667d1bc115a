package towers

import (
	"slices"

	"amytis/engine"
)

type lister struct {
	p    *Position
	seat engine.Seat
	// tops are the highest levels with anything of the zone's columns, from the spot base on.
	tops    [width * width]uint8
	base    int
	towers  [maxTowers]uint8 // the zone's towers, ordered by their cells
	nTowers int
	// sound leaves out placements after which the turn could not be finished.
	sound bool
	dst   []engine.Move
}

// Legal appends every legal move of the seat to dst. The order is by zone, verb, cell and level.
func (Rules) Legal(p *Position, seat engine.Seat, dst []engine.Move) []engine.Move {
	return listMoves(p, seat, false, dst)
}

// Sound leaves out placements after which the turn cannot be finished. In quick all are sound.
func (Rules) Sound(p *Position, seat engine.Seat, dst []engine.Move) []engine.Move {
	return listMoves(p, seat, !p.quick, dst)
}

func listMoves(p *Position, seat engine.Seat, sound bool, dst []engine.Move) []engine.Move {
	if seat == engine.Chance || seat > p.seats || !(Rules{}).Turn(p).Has(seat) {
		return dst
	}
	l := lister{p: p, seat: seat, sound: sound, dst: dst}
	if !sound {
		l.dst = slices.Grow(dst, p.mostMoves(seat))
	}
	if p.quick {
		l.listRound()
	} else {
		l.listTurn()
	}
	return l.dst
}

// mostMoves returns a number of moves that a seat seldom has more of: as many as on bare tables.
func (p *Position) mostMoves(seat engine.Seat) int {
	const towers, bridges, others = 4 * Side * Side, 2 * Side * (Side - span + 1), 200
	n := others
	pl := p.player(seat)
	if pl.towers > 0 {
		n += towers
	}
	if pl.bridges > 0 {
		n += bridges
	}
	if p.quick {
		n *= 2
	}
	return n
}

func (l *lister) listTurn() {
	l.noteZone(0)
	if checkStep(l.p) == allowed {
		l.listPlacements(0)
	}
	if checkSpecial(l.p) == allowed {
		l.listSpecial()
	}
	if checkEnd(l.p) == allowed {
		l.add(verbDone)
	}
}

func (l *lister) listRound() {
	for _, zone := range zonesOf(l.seat, l.p.round.in) {
		l.noteZone(zone)
		l.listPlacements(zone)
		l.listTakes()
	}
	l.add(verbStuck)
}

// noteZone notes the heights and the towers of a zone.
func (l *lister) noteZone(zone uint8) {
	l.base = int(zone) * width * width
	l.tops = [width * width]uint8{}
	for i := range l.p.stacks {
		c := &l.p.stacks[i]
		if spot := int(c.spot) - l.base; c.spot > 0 && spot >= 0 && spot < len(l.tops) {
			l.tops[spot] = c.top()
		}
	}
	towers, _ := l.p.in(zone)
	l.nTowers = copy(l.towers[:], towers)
	slices.SortFunc(l.towers[:l.nTowers], func(a, b uint8) int {
		return int(l.p.towers[a].at.number()) - int(l.p.towers[b].at.number())
	})
}

// apart reports whether a piece at a spot would stand alone and not be sound, as at most spots.
func (l *lister) apart(spot int) bool {
	t := &l.tops
	return l.sound && l.p.parts > 0 && t[spot]|t[spot-1]|t[spot+1]|t[spot-width]|t[spot+width] == 0
}

// add appends a move. It writes it in place: copying a whole move takes several times as long.
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

func (l *lister) can(v engine.Verb) bool { return checkSupply(l.p, l.seat, v) == allowed }

// fits reports whether a placement is legal and, if only sound moves are listed, sound.
func (l *lister) fits(pm *placement) bool {
	return checkPlace(l.p, l.seat, pm).code == allowed && (!l.sound || keepsSound(l.p, l.seat, pm))
}

// bare reports whether a tower or bridge fits without a check, as at most places: nothing stands
// there. lowest is the lowest level to build on.
func (l *lister) bare(lowest uint8) bool { return lowest == 1 && !l.sound }

func (l *lister) listTowers(zone uint8) {
	pm := placement{verb: verbTower}
	for at := range columnsOf(zone) {
		spot := at.spot() - l.base
		if l.apart(spot) {
			continue
		}
		top := min(l.tops[spot]+1, MaxLevel)
		for at.Level = 1; at.Level <= top; at.Level++ {
			pm.at = at
			if !l.bare(top) && !l.fits(&pm) {
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
	for at := range columnsOf(zone) {
		for _, north := range [...]bool{false, true} {
			b := Bridge{at, north}
			if !b.fits() {
				continue
			}
			first, step := b.spots()
			first -= l.base
			if l.apart(first) && l.apart(first+step) && l.apart(first+2*step) {
				continue
			}
			near, between, far := l.tops[first]+1, l.tops[first+step]+1, l.tops[first+2*step]+1
			top := min(near, far, MaxLevel)
			for b.From.Level = 1; b.From.Level <= top; b.From.Level++ {
				pm.at, pm.north = b.From, north
				if l.bare(max(near, far, between)) || l.fits(&pm) {
					l.add(verbBridge, b.value())
				}
			}
		}
	}
}

// columnsOf iterates over the columns of cells of a zone's table; Level is 0.
func columnsOf(zone uint8) func(yield func(Cell) bool) {
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

// listNobles lists the towers on which a noble may stand.
func (l *lister) listNobles(v engine.Verb) {
	pm := placement{verb: v}
	for _, i := range l.towers[:l.nTowers] {
		pm.at = l.p.towers[i].at
		if l.fits(&pm) {
			l.add(v, pm.at.value())
		}
	}
}

// listTakes lists the seat's small nobles that may be taken back (T-9).
func (l *lister) listTakes() {
	for _, i := range l.towers[:l.nTowers] {
		if at := l.p.towers[i].at; checkTake(&l.p.pieces, l.seat, at) == allowed {
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

// listSwaps lists the swaps in the order of their towers.
func (l *lister) listSwaps() {
	var settled [maxTowers]*tower
	n := 0
	for _, i := range l.towers[:l.nTowers] {
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

// listExchanges lists the swaps of nobles of a size between two towers.
func (l *lister) listExchanges(a, b *tower, size Size) {
	for first := Blue; first <= White; first++ {
		for second := Blue; second <= White && a.nobles.has(first, size); second++ {
			x := exchange{size, standing{a.at, first}, standing{b.at, second}}
			if b.nobles.has(second, size) && checkPair(l.p, a, b, x).code == allowed {
				l.add(verbSwap, uint32(size), x.first.value(), x.second.value())
			}
		}
	}
}

// listTurns lists the quarter turns of towers (expert).
func (l *lister) listTurns() {
	for _, i := range l.towers[:l.nTowers] {
		t := &l.p.towers[i]
		for f := North; f <= West; f++ {
			if t.facing.quarter(f) {
				l.add(verbTurn, t.at.value(), uint32(f))
			}
		}
	}
}

// keepsSound reports whether the turn can surely be finished after a placement: the building is
// connected, the area has grown or can still grow, and enough pieces find room. A tower or bridge
// at the edge always does both.
func keepsSound(p *Position, seat engine.Seat, pm *placement) bool {
	if pm.size() != 0 {
		return p.connected() && leavesEnough(p, seat, pm)
	}
	if !p.connectedWith(p.touchedBy(pm)) {
		return false
	}
	last := p.turn.placed+1 == maxPlaced
	if p.turn.first && last && !p.turn.grown && !p.stacks.grows(pm) {
		return false
	}
	return leavesEnough(p, seat, pm)
}

// leavesEnough reports whether the seat can place four pieces in the turn, this one included.
func leavesEnough(p *Position, seat engine.Seat, pm *placement) bool {
	needed := minPlaced - int(p.turn.placed) - 1
	pl := p.player(seat)
	building := int(pl.towers) + int(pl.bridges)
	if pm.size() == 0 {
		building--
	}
	if building >= needed {
		return true
	}
	next := *p
	next.place(seat, pm)
	return room(&next, seat) >= needed
}

// room returns the number of pieces that a seat could place (T-5). Towers and bridges always find a
// place, so nobles count only if fewer than four building pieces are left.
func room(p *Position, seat engine.Seat) int {
	pl := p.player(seat)
	building := int(pl.towers) + int(pl.bridges)
	if building >= minPlaced {
		return building
	}
	return building + roomForNobles(p, pl, colourOf(seat))
}

// roomForNobles returns how many of a player's nobles could stand, on new towers too. Small ones
// join others first: large ones need the empty towers.
func roomForNobles(p *Position, pl *player, c Colour) int {
	empty := pl.towers
	shared := uint8(0)
	for i := range p.standing() {
		t := &p.towers[i]
		switch over := p.stacks.column(t.at.spot()); {
		case over.has(t.at.Level+1) || over.arch(t.at.Level+2):
		case t.nobles.none():
			empty++
		case t.nobles.checkJoin(c, Small, p.mostSmall()) == allowed:
			shared++
		}
	}
	joining := min(pl.small, shared)
	return int(joining + min(pl.small-joining+pl.large, empty))
}
