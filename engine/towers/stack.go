package towers

import "math/bits"

// stack is what a column of cells holds. In the sets, bit 0 is level 1.
type stack struct {
	spot uint16 // 0 for a free slot of stacks
	// pieces are the cells with a tower or part of a bridge, arches those with a bridge's middle.
	pieces, arches uint16
	nobles         uint16 // the towers with nobles, which take up the cell above
	// roof is the number of the highest piece, + 1, if that is a tower; otherwise it is 0.
	roof uint8
}

// has reports whether a level's cell holds a piece. Level 0 and those above the highest hold none.
func (s *stack) has(level uint8) bool { return uint32(s.pieces)<<1>>level&1 != 0 }

func (s *stack) arch(level uint8) bool { return uint32(s.arches)<<1>>level&1 != 0 }

// noble reports whether the cell of a level holds nobles. They stand on a tower one level lower.
func (s *stack) noble(level uint8) bool { return uint32(s.nobles)<<2>>level&1 != 0 }

// top returns the highest level with a piece or noble, 0 for none.
func (s *stack) top() uint8 { return uint8(bits.Len32(uint32(s.pieces) | uint32(s.nobles)<<1)) }

// built returns the highest level with a piece, 0 for none.
func (s *stack) built() uint8 { return uint8(bits.Len16(s.pieces)) }

// supports reports whether a tower or a bridge's end can stand on a level. Nobles support nothing.
func (s *stack) supports(level uint8) bool { return level == 1 || s.has(level-1) }

// stacks is a hash table of the columns with pieces, fewer than 150, by spot. A position keeps it:
// filling a table for each check took most of the time of a search.
type stacks [256]stack

// width is the distance of two spots in neighbouring columns. A border gives pieces neighbours.
const width = Side + 2

// spot returns the number of the cell's column of cells, which is at least 1.
func (c Cell) spot() int { return (int(c.Zone)*width+int(c.Col)+1)*width + int(c.Row) + 1 }

// spots returns the spots of the bridge's cells: first, first+step, first+2*step.
func (b Bridge) spots() (first, step int) {
	if b.North {
		return b.From.spot(), 1
	}
	return b.From.spot(), width
}

// column returns the column at a spot. Without pieces it is a free slot.
func (t *stacks) column(spot int) *stack {
	for i := uint8(uint16(spot) * 40503 >> 8); ; i++ {
		if c := &t[i]; int(c.spot) == spot || c.spot == 0 {
			return c
		}
	}
}

// fault is the reason why a move is refused, and the cell at fault. An empty code is no fault.
type fault struct {
	code string
	at   Cell
}

// checkTower checks the cell for a tower (T-1).
func (t *stacks) checkTower(at Cell) fault {
	c := t.column(at.spot())
	switch {
	case c.has(at.Level):
		return fault{refusedTaken, at}
	case c.noble(at.Level):
		return fault{refusedNobleThere, at}
	case !c.supports(at.Level):
		return fault{refusedNoSupport, at}
	case c.arch(at.Level + 1):
		return fault{refusedUnderArch, at}
	}
	return fault{}
}

// checkBridge checks the cells for a bridge (T-1): first taken cells, then supports, then arches.
func (t *stacks) checkBridge(b Bridge) fault {
	first, step := b.spots()
	level := b.From.Level
	var cols [span]*stack
	for i := range cols {
		cols[i] = t.column(first + i*step)
		switch {
		case cols[i].has(level):
			return fault{refusedTaken, b.Cells()[i]}
		case cols[i].noble(level):
			return fault{refusedNobleThere, b.Cells()[i]}
		}
	}
	switch {
	case !cols[0].supports(level):
		return fault{refusedNoSupport, b.Cells()[0]}
	case !cols[2].supports(level):
		return fault{refusedNoSupport, b.Cells()[2]}
	case cols[1].has(level-1) || cols[1].noble(level-1):
		below := b.Arch()
		below.Level--
		return fault{refusedArchOver, below}
	}
	for i := range cols {
		if cols[i].arch(level + 1) {
			return fault{refusedUnderArch, b.Cells()[i]}
		}
	}
	return fault{}
}

// grows reports whether a tower or bridge makes the area larger (T-6).
func (t *stacks) grows(pm *placement) bool {
	first, step, n := pm.spots()
	for i := range n {
		if t.column(first+i*step).pieces == 0 {
			return true
		}
	}
	return false
}
