package towers

// content is what is in a cell: nothing, a piece by its number, or the nobles
// that stand on the tower below.
type content uint8

// Towers are numbered as they were placed, bridges likewise, twice: their ends
// and their arches.
const (
	nothing    content = 0
	firstTower content = 1
	firstEnd           = firstTower + maxTowers
	firstArch          = firstEnd + maxBridges
	aNoble             = firstArch + maxBridges
)

func (c content) isTower() bool { return c >= firstTower && c < firstEnd }
func (c content) isArch() bool  { return c >= firstArch && c < aNoble }
func (c content) isPiece() bool { return c != nothing && c != aNoble }

// The table with a border of a cell, so that all cells of pieces have
// neighbours; nobles stand up to one level higher, and arches are looked for
// above them.
const (
	width  = Side + 2
	height = MaxLevel + 3
)

// grid is a table cell by cell: what judges placements. It is made anew for each
// question.
type grid struct {
	cells [width * width][height]content
	// top is the highest level with anything, 0 for none.
	top [width * width]uint8
}

// spot is where the column of cells is that the cell is in.
func (c Cell) spot() int { return (int(c.Col)+1)*width + int(c.Row) + 1 }

// spots are those of the bridge's cells, a step apart.
func (b Bridge) spots() (first, step int) {
	if b.North {
		return b.From.spot(), 1
	}
	return b.From.spot(), width
}

// up is the cell above.
func (c Cell) up() Cell {
	c.Level++
	return c
}

// fill puts what stands in a zone into an empty grid.
func (g *grid) fill(p *Position, zone uint8) {
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

func (g *grid) put(spot int, level uint8, c content) {
	g.cells[spot][level] = c
	g.top[spot] = max(g.top[spot], level)
}

func (g *grid) at(c Cell) content    { return g.cells[c.spot()][c.Level] }
func (g *grid) archAt(at Cell) bool  { return g.at(at).isArch() }
func (g *grid) covered(at Cell) bool { return g.at(at.up()).isPiece() }

// towerAt is the number of the tower in a cell, -1 if there is none.
func (g *grid) towerAt(at Cell) int {
	if c := g.at(at); c.isTower() {
		return int(c - firstTower)
	}
	return -1
}

// supports reports whether a tower or the end of a bridge can stand in a cell:
// on the table or on a piece. Nobles are above what they stand on.
func (g *grid) supports(spot int, level uint8) bool {
	return level == 1 || g.cells[spot][level-1].isPiece()
}

// fault is what is wrong with a move, and in which cell.
type fault struct {
	code string
	at   Cell
}

// checkTower judges placing a tower.
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

// taken refuses a cell for what is in it.
func taken(by content) string {
	if by == aNoble {
		return refusedNobleThere
	}
	return refusedTaken
}

// checkBridge judges placing a bridge. What is wrong with more of its cells
// comes first.
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
