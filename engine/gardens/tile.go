package gardens

import (
	"slices"
	"strings"

	"amytis/engine"
)

// Tile is a terrace tile, 0 for none, by material (clay, granite, basalt, start), then by flower.
type Tile uint8

// NumTiles is the number of tiles, start tiles included. Tiles run from 1 to NumTiles.
const NumTiles = 52

const (
	quarryTiles   = 48
	perMaterial   = 16
	firstStart    = Tile(quarryTiles + 1)
	quarryCells   = 16
	maxPlaced     = 16 // tiles in one garden: 15 rounds with two players, and the start tile
	maxDecor      = 42 // decorations in one garden: its 64 spots hold 20 statues and 22 pairs
	maxSeats      = 4
	maxRounds     = 15
	storedSingles = 6
	rotations     = 4
)

type Flower uint8

// The flowers, in the order of their letters J R I M.
const (
	Jasmine Flower = iota + 1
	Rose
	Iris
	Marigold
)

var flowerLetters = [...]string{"", "J", "R", "I", "M"}

func (f Flower) String() string { return flowerLetters[f] }

// flowerOf returns the flower with that letter, 0 if there is none.
func flowerOf(letter string) Flower { return Flower(max(0, slices.Index(flowerLetters[:], letter))) }

type Material uint8

// The materials, in the order of their letters C G B S.
const (
	Clay Material = iota + 1
	Granite
	Basalt
	Start
)

func (m Material) String() string { return [...]string{"", "C", "G", "B", "S"}[m] }

// quarryLevel returns the level at which tiles of the material lie in the quarry.
func (m Material) quarryLevel() int { return int(Start - m) }

// Icon is the icon of a spot, and the decoration that is built on it.
type Icon uint8

// The icons. Blank is a spot without icon.
const (
	Blank Icon = iota
	Statue
	Fountain
	Bridge
	Stairs
)

const iconLetters = "-SFBT"

func (i Icon) String() string { return iconLetters[i : i+1] }

// faces lists each tile's spots NW NE SE SW at rotation 0 (G-1).
const faces = "" +
	"SF-- F-B- TB-- TS-- S-B- FB-- FT-- T-S- FS-- FB-- B-T- ST-- SB-- B-F- TF-- TS-- " +
	"-FBT -STB -FST -FBS -BFT -BTS -TSF -BFS -TFB -TBS -SFT -SBF -FTB -BST -FTS -BSF " +
	"SFBT SFTB SBFT SBTF STFB STBF SFBT SFTB SBFT SBTF STFB STBF SFTB SBFT STFB STBF " +
	"S-T- S-T- S-T- S-T- "

var (
	tileNames = nameTiles()
	spots     = turnTiles()
)

func nameTiles() (names [NumTiles]string) {
	for t := Tile(1); t <= NumTiles; t++ {
		number := byte('1' + (t-1)%4)
		if t.Material() == Start {
			number = '0'
		}
		names[t-1] = t.Material().String() + t.Flower().String() + string(number)
	}
	return names
}

// turnTiles returns each tile's icons by rotation, in the order of corners: NW NE SE SW.
func turnTiles() (icons [NumTiles + 1][4][4]Icon) {
	for t := Tile(1); t <= NumTiles; t++ {
		face := faces[(t-1)*5:][:4]
		for rot := range 4 {
			for corner := range 4 {
				icons[t][rot][(corner+rot)%4] = Icon(strings.IndexByte(iconLetters, face[corner]))
			}
		}
	}
	return icons
}

func (t Tile) String() string {
	if t == 0 {
		return "-"
	}
	return tileNames[t-1]
}

func (t Tile) Material() Material { return Material((t-1)/perMaterial) + Clay }

func (t Tile) Flower() Flower {
	if t >= firstStart {
		return Flower(t-firstStart) + Jasmine
	}
	return Flower((t-1)%perMaterial/4) + Jasmine
}

// Spots returns the icons of t in the order NW NE SE SW, after 0 to 3 quarter turns clockwise.
func (t Tile) Spots(rot int) [4]Icon { return spots[t][rot&3] }

func startTile(f Flower) Tile { return firstStart + Tile(f-Jasmine) }

type Effect uint8

// The effects (gardens.md, "Round effects").
const (
	NoEffect Effect = iota + 1
	Single
	Double
	Wild
	BlankSpot
	FlowerTwice
	Minus
)

var effectNames = [...]string{"?", "none", "single", "double", "wild", "blank", "flower", "minus"}

func (e Effect) String() string { return effectNames[e] }

// effectOf returns the effect with that name, 0 if there is none.
func effectOf(name string) Effect { return Effect(max(0, slices.Index(effectNames[:], name))) }

const tilesPerEffect = 2

// The icons in the order of info.Icons: one for each kind of tile, then one for each decoration.
const (
	firstTileIcon  engine.Icon = 1
	firstDecorIcon             = firstTileIcon + engine.Icon(Start)*engine.Icon(Marigold)
)

func TileIcon(m Material, f Flower) engine.Icon {
	return firstTileIcon + engine.Icon(m-Clay)*engine.Icon(Marigold) + engine.Icon(f-Jasmine)
}

func DecorIcon(kind Icon) engine.Icon { return firstDecorIcon + engine.Icon(kind-Statue) }

func (t Tile) icon() engine.Icon {
	if t == 0 {
		return 0
	}
	return TileIcon(t.Material(), t.Flower())
}

// nameIcons returns info.Icons. A bridge is a footbridge, since another game has a bridge too.
func nameIcons() []string {
	var names []string
	for _, material := range []string{"clay", "granite", "basalt", "start"} {
		for _, flower := range []string{"jasmine", "rose", "iris", "marigold"} {
			names = append(names, material+"_"+flower)
		}
	}
	return append(names, "statue", "fountain", "footbridge", "stairs")
}

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
