package gardens

// Tile is a terrace tile; its zero value is no tile. The tiles of one material
// and flower are neighbours: clay, granite, basalt, then the start tiles.
type Tile uint8

// NumTiles counts the tiles, start tiles included: Tile runs from 1 to it.
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

// Flower is one of the four kinds of flowers; the zero value is none.
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

func flowerOf(letter string) Flower {
	for f := Jasmine; f <= Marigold; f++ {
		if flowerLetters[f] == letter {
			return f
		}
	}
	return 0
}

// Material is what a tile is made of. In the quarry, clay lies on granite on
// basalt.
type Material uint8

// The materials, named by their letter in tile ids.
const (
	Clay Material = iota + 1
	Granite
	Basalt
	Start
)

func (m Material) String() string { return [...]string{"", "C", "G", "B", "S"}[m] }

// quarryLevel is the level at which tiles of the material lie in the quarry.
func (m Material) quarryLevel() int { return int(Start - m) }

// Icon is what a spot of a tile shows, and the decoration that is built on it.
type Icon uint8

// The icons. Blank is a spot without one.
const (
	Blank Icon = iota
	Statue
	Fountain
	Bridge
	Stairs
)

func (i Icon) String() string { return [...]string{"-", "S", "F", "B", "T"}[i] }

func iconOf(letter byte) Icon {
	switch letter {
	case 'S':
		return Statue
	case 'F':
		return Fountain
	case 'B':
		return Bridge
	case 'T':
		return Stairs
	}
	return Blank
}

// faces lists the spots NW NE SE SW at rotation 0 (G-1).
const faces = "" +
	"SF-- F-B- TB-- TS-- S-B- FB-- FT-- T-S- FS-- FB-- B-T- ST-- SB-- B-F- TF-- TS-- " +
	"-FBT -STB -FST -FBS -BFT -BTS -TSF -BFS -TFB -TBS -SFT -SBF -FTB -BST -FTS -BSF " +
	"SFBT SFTB SBFT SBTF STFB STBF SFBT SFTB SBFT SBTF STFB STBF SFTB SBFT STFB STBF " +
	"S-T- S-T- S-T- S-T- "

var (
	tileNames = nameTiles()
	spots     = turnTiles()
)

// nameTiles lists the ids: material, flower, number.
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

// turnTiles lists the icons of each tile by rotation, in the order of corners:
// NW NE SE SW.
func turnTiles() (icons [NumTiles + 1][4][4]Icon) {
	for t := Tile(1); t <= NumTiles; t++ {
		face := faces[(t-1)*5:][:4]
		for rot := range 4 {
			for corner := range 4 {
				icons[t][rot][(corner+rot)%4] = iconOf(face[corner])
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

// Material tells what t is made of.
func (t Tile) Material() Material { return Material((t-1)/perMaterial) + Clay }

// Flower tells the flower that t bears.
func (t Tile) Flower() Flower {
	if t >= firstStart {
		return Flower(t-firstStart) + Jasmine
	}
	return Flower((t-1)%perMaterial/4) + Jasmine
}

// Spots shows the icons of t at a rotation of 0 to 3 quarter turns clockwise,
// in the order NW NE SE SW.
func (t Tile) Spots(rot int) [4]Icon { return spots[t][rot&3] }

func startTile(f Flower) Tile { return firstStart + Tile(f-Jasmine) }
