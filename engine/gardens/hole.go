package gardens

import "amytis/engine"

// Hole is a hole of the garden board, or the position above it: 1 for a1 to 64 for h8, row by row
// from the south.
type Hole uint8

const NoHole Hole = 0

const (
	size     = 8
	numHoles = size * size
)

// At returns the hole in a column (0 is a, west) and a row (0 is 1, south).
func At(col, row int) Hole { return Hole(1 + col + row*size) }

// Col returns the column: 0 (a, west) to 7.
func (h Hole) Col() int { return int(h-1) % size }

// Row returns the row: 0 (1, south) to 7.
func (h Hole) Row() int { return int(h-1) / size }

func (h Hole) String() string {
	if h == NoHole {
		return "-"
	}
	return string([]byte{byte('a' + h.Col()), byte('1' + h.Row())})
}

// Cell is a cell of the quarry: 1 for a1 to 16 for d4, row by row from the south; 0 is none.
type Cell uint8

const quarrySide = 4

// CellAt returns the cell in a column (0 is a, west) and a row (0 is 1, south).
func CellAt(col, row int) Cell { return Cell(1 + col + row*quarrySide) }

// Col returns the column: 0 (a, west) to 3.
func (c Cell) Col() int { return int(c-1) % quarrySide }

// Row returns the row: 0 (1, south) to 3.
func (c Cell) Row() int { return int(c-1) / quarrySide }

func (c Cell) String() string { return string([]byte{byte('a' + c.Col()), byte('1' + c.Row())}) }

// corners are the positions NW NE SE SW of a tile, as offsets from its south-west hole.
var corners = [4]Hole{size, size + 1, 1, 0}

var (
	holeKind = engine.Square(size, size)
	cellKind = engine.Square(quarrySide, quarrySide)
	tileKind = engine.Words(tileNames[:]...)
)
