package towers

// content is the content of a cell: nothing, a piece by its number, or the nobles on the tower
// below.
type content uint8

// The numbers of contents. Towers and bridges are numbered in the order they were placed. A bridge
// has two numbers: for its ends and for its arch.
const (
	nothing    content = 0
	firstTower content = 1
	firstEnd           = firstTower + maxTowers
	firstArch          = firstEnd + maxBridges
	aNoble             = firstArch + maxBridges
)

// isTower reports whether the cell holds a tower.
func (c content) isTower() bool { return c >= firstTower && c < firstEnd }

// isArch reports whether the cell holds a bridge's arch.
func (c content) isArch() bool { return c >= firstArch && c < aNoble }

// isPiece reports whether the cell holds a tower or a part of a bridge.
func (c content) isPiece() bool { return c != nothing && c != aNoble }

// The size of a grid. A border of one cell gives every piece neighbours. Nobles stand up to one
// level above the highest tower, and checkNoble looks for an arch above them.
const (
	width  = Side + 2
	height = MaxLevel + 3
)

// grid is a zone's table cell by cell. Each check of placements fills a new one.
type grid struct {
	cells [width * width][height]content
	// top is the highest level with any content, 0 for none.
	top [width * width]uint8
}

// spot returns the index of the cell's column of cells in a grid.
func (c Cell) spot() int { return (int(c.Col)+1)*width + int(c.Row) + 1 }

// spots returns the spots of the bridge's cells: first, first+step, first+2*step.
func (b Bridge) spots() (first, step int) {
	if b.North {
		return b.From.spot(), 1
	}
	return b.From.spot(), width
}

// up returns the cell above.
func (c Cell) up() Cell {
	c.Level++
	return c
}

// fill puts the pieces and nobles of a zone into an empty grid.
func (g *grid) fill(p *pieces, zone uint8) {
	for i := range p.standing() {
		t := &p.towers[i]
		if t.at.Zone != zone {
			continue
		}
		spot := t.at.spot()
		g.put(spot, t.at.Level, firstTower+content(i))
		if !t.nobles.none() {
			g.put(spot, t.at.Level+1, aNoble)
		}
	}
	for i := range p.lying() {
		b := &p.bridges[i]
		if b.From.Zone != zone {
			continue
		}
		first, step := b.spots()
		g.put(first, b.From.Level, firstEnd+content(i))
		g.put(first+step, b.From.Level, firstArch+content(i))
		g.put(first+2*step, b.From.Level, firstEnd+content(i))
	}
}

// put sets the content of a cell.
func (g *grid) put(spot int, level uint8, c content) {
	g.cells[spot][level] = c
	g.top[spot] = max(g.top[spot], level)
}

// at returns the content of a cell.
func (g *grid) at(c Cell) content { return g.cells[c.spot()][c.Level] }

// archAt reports whether an arch is in the cell.
func (g *grid) archAt(at Cell) bool { return g.at(at).isArch() }

// covered reports whether a piece is directly above the cell.
func (g *grid) covered(at Cell) bool { return g.at(at.up()).isPiece() }

// towerAt returns the index of the tower in a cell, or -1.
func (g *grid) towerAt(at Cell) int {
	if c := g.at(at); c.isTower() {
		return int(c - firstTower)
	}
	return -1
}

// supports reports whether a tower or a bridge's end can stand in a cell: on the table or on a
// piece. A noble supports nothing.
func (g *grid) supports(spot int, level uint8) bool {
	return level == 1 || g.cells[spot][level-1].isPiece()
}

// fault is the reason why a move is refused, and the cell at fault. An empty code is no fault.
type fault struct {
	code string
	at   Cell
}

// checkTower checks the cell for a tower (T-1).
func (g *grid) checkTower(at Cell) fault {
	spot := at.spot()
	switch {
	case g.cells[spot][at.Level] != nothing:
		return fault{taken(g.cells[spot][at.Level]), at}
	case !g.supports(spot, at.Level):
		return fault{refusedNoSupport, at}
	case g.cells[spot][at.Level+1].isArch():
		return fault{refusedUnderArch, at}
	}
	return fault{}
}

// taken returns the reason why a cell with that content cannot take a piece.
func taken(by content) string {
	if by == aNoble {
		return refusedNobleThere
	}
	return refusedTaken
}

// checkBridge checks the cells for a bridge (T-1). It names a taken cell before a missing support,
// and that before an arch.
func (g *grid) checkBridge(b Bridge) fault {
	first, step := b.spots()
	level := b.From.Level
	for i := range span {
		if c := g.cells[first+i*step][level]; c != nothing {
			return fault{taken(c), b.Cells()[i]}
		}
	}
	switch {
	case !g.supports(first, level):
		return fault{refusedNoSupport, b.Cells()[0]}
	case !g.supports(first+2*step, level):
		return fault{refusedNoSupport, b.Cells()[2]}
	case g.cells[first+step][level-1] != nothing:
		below := b.Arch()
		below.Level--
		return fault{refusedArchOver, below}
	}
	for i := range span {
		if g.cells[first+i*step][level+1].isArch() {
			return fault{refusedUnderArch, b.Cells()[i]}
		}
	}
	return fault{}
}
