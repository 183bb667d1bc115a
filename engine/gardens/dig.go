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
	singles, doubles := p.gain(c, g.flower)
	g.dug = p.visible(c)
	p.height[c-1]--
	g.singles += singles
	g.doubles += doubles
	g.building = true
	p.next = p.seatAfter(seat)
	return nil
}

// gain returns the pillars that digging in c brings a player with this flower.
func (p *Position) gain(c Cell, flower Flower) (singles, doubles uint8) {
	if p.height[c-1] == 0 {
		return 0, 0
	}
	singles = p.yield(c, flower)
	switch p.effect() {
	case Single:
		singles++
	case Double:
		doubles = 1
	}
	return singles, doubles
}

// yield returns the single pillars for the place and flower of the tile in c, with the effects that
// change this number, but not what comes on top; see gain.
func (p *Position) yield(c Cell, flower Flower) uint8 {
	level := p.height[c-1]
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
