package gardens

import "amytis/engine"

// visible returns the top tile of a cell, 0 if the cell is emptied (G-3).
func (p *Position) visible(c Cell) Tile {
	if h := p.height[c-1]; h > 0 {
		return p.quarry[c-1][h-1]
	}
	return 0
}

// remove removes a visible clay tile from the quarry (set-up 5).
func (p *Position) remove(seat engine.Seat, c Cell) error {
	switch {
	case p.stage != Removing:
		return engine.Refuse(refusedNotRemoving, "setup 5")
	case p.next != seat:
		return engine.Refuse(engine.RefusedTurn, "", "turn", Rules{}.Turn(p).Ref())
	case p.height[c-1] < 3:
		return engine.Refuse(refusedNotClay, "setup 5", "cell", c.String())
	}
	p.height[c-1]--
	p.removed++
	p.nextRemoval()
	return nil
}

// dig does part A of a turn: the seat takes the visible tile and its pillars.
func (p *Position) dig(seat engine.Seat, c Cell) error {
	g := p.garden(seat)
	switch {
	case p.stage == Removing:
		return engine.Refuse(refusedRemoving, "setup 5")
	case g.building:
		return engine.Refuse(refusedDugAlready, "A")
	case p.next == 0:
		return engine.Refuse(refusedStillOpen, "G-10", "turn", Rules{}.Turn(p).Ref())
	case !p.mayDig(seat):
		return engine.Refuse(engine.RefusedTurn, "", "turn", Rules{}.Turn(p).Ref())
	case p.height[c-1] == 0:
		return engine.Refuse(refusedCellEmpty, "A", "cell", c.String())
	}
	gain := p.yield(c, g.flower)
	g.dug = p.visible(c)
	p.height[c-1]--
	p.supply.giveSingles(g, gain)
	switch p.effect() {
	case Single:
		p.supply.giveSingles(g, 1)
	case Double:
		if p.supply.Doubles > 0 {
			p.supply.Doubles--
			g.doubles++
		}
	}
	g.building = true
	p.next = p.seatAfter(seat)
	return nil
}

// giveSingles gives a player n single pillars, or as many as the supply has left (G-2).
func (s *Supply) giveSingles(g *garden, n uint8) {
	n = min(n, s.Singles)
	s.Singles -= n
	g.singles += n
}

// yield returns the number of single pillars for digging in c. The round's effect is included and
// the supply's limit is not.
func (p *Position) yield(c Cell, flower Flower) uint8 {
	level := p.height[c-1]
	if level == 0 {
		return 0
	}
	var n uint8
	col, row := c.Col(), c.Row()
	for _, d := range [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		x, y := col+d[0], row+d[1]
		wall := x < 0 || y < 0 || x >= quarrySide || y >= quarrySide
		if wall || p.height[x+y*quarrySide] <= level {
			n++
		}
	}
	if p.visible(c).Flower() == flower {
		n++
		if p.effect() == FlowerTwice {
			n++
		}
	}
	if p.effect() == Minus && n > 0 {
		n--
	}
	return n
}
