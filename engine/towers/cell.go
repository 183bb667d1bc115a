package towers

import "strconv"

// The table (T-1, T-12): columns a to z from west to east, rows from south to
// north, levels from 1 at the table.
const (
	Side      = 26 // columns, and rows
	MaxLevel  = 16
	zoneCells = Side * Side * MaxLevel
	maxZones  = MaxSeats
)

// MaxSeats is the most players.
const MaxSeats = 5

// Cell is a cell of a zone's table. The zero value is none.
type Cell struct {
	// Zone is from 1 in quick, 0 in tactical.
	Zone uint8
	// Col and Row are from 0, Level from 1.
	Col, Row, Level uint8
}

// String writes the cell as records do: "k7.3", in quick "2:k7.3".
func (c Cell) String() string { return string(c.append(nil)) }

func (c Cell) append(dst []byte) []byte { return c.appendLevel(c.appendSpot(dst)) }

// appendSpot writes the cell without its level.
func (c Cell) appendSpot(dst []byte) []byte {
	if c.Zone > 0 {
		dst = append(dst, '0'+c.Zone, ':')
	}
	return c.appendSquare(dst)
}

func (c Cell) appendSquare(dst []byte) []byte {
	return strconv.AppendUint(append(dst, 'a'+c.Col), uint64(c.Row)+1, 10)
}

func (c Cell) appendLevel(dst []byte) []byte {
	return strconv.AppendUint(append(dst, '.'), uint64(c.Level), 10)
}

// Facing is the way that a tower faces.
type Facing uint8

// The facings, a quarter turn clockwise apart.
const (
	North Facing = iota + 1
	East
	South
	West
)

var facingNames = []string{"n", "e", "s", "w"}

func (f Facing) String() string { return facingNames[f-1] }

// Colour is a player's, by seat: seat 1 is Blue.
type Colour uint8

// The colours.
const (
	Blue Colour = iota + 1
	Yellow
	Green
	Red
	White
)

var colourNames = []string{"blue", "yellow", "green", "red", "white"}

func (c Colour) String() string { return colourNames[c-1] }

// Size is a noble's.
type Size uint8

// The sizes.
const (
	Small Size = iota + 1
	Large
)

func (s Size) String() string { return [...]string{"", "small", "large"}[s] }

// Words of catalogs.
func (f Facing) key() string { return "@facing." + f.String() }
func (c Colour) key() string { return "@colour." + c.String() }
func (s Size) key() string   { return "@size." + s.String() }
