package gardens

import "amytis/engine"

// Hole is a place on the garden board, 1 for a1 to 64 for h8, row by row from
// the south; zero is none. Positions on tiles are named by the hole below.
type Hole uint8

// NoHole is the zero value: no hole.
const NoHole Hole = 0

const (
	size     = 8
	numHoles = size * size
)

// At is the hole at a column from 0 (a, west) and a row from 0 (1, south).
func At(col, row int) Hole { return Hole(1 + col + row*size) }

// Col is the column from 0 (a, west) to 7.
func (h Hole) Col() int { return int(h-1) % size }

// Row is the row from 0 (1, south) to 7.
func (h Hole) Row() int { return int(h-1) / size }

func (h Hole) String() string {
	if h == NoHole {
		return "-"
	}
	return string([]byte{byte('a' + h.Col()), byte('1' + h.Row())})
}

// Cell is a place in the quarry, 1 for a1 to 16 for d4, row by row from the
// south; zero is none.
type Cell uint8

const quarrySide = 4

// CellAt is the cell at a column from 0 (a, west) and a row from 0 (1, south).
func CellAt(col, row int) Cell { return Cell(1 + col + row*quarrySide) }

// Col is the column from 0 (a, west) to 3.
func (c Cell) Col() int { return int(c-1) % quarrySide }

// Row is the row from 0 (1, south) to 3.
func (c Cell) Row() int { return int(c-1) / quarrySide }

func (c Cell) String() string {
	return string([]byte{byte('a' + c.Col()), byte('1' + c.Row())})
}

// corners are the four positions of a tile seen from its south-west hole, in the
// order NW NE SE SW; as distances in Hole numbers.
var corners = [4]Hole{size, size + 1, 1, 0}

var (
	holeKind = engine.Square(size, size)
	cellKind = engine.Square(quarrySide, quarrySide)
	tileKind = engine.Words(tileWords()...)
)

func tileWords() []string {
	words := make([]string, NumTiles)
	for t := range words {
		words[t] = Tile(t + 1).String()
	}
	return words
}
