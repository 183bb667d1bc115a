package towers

import (
	"strconv"

	"amytis/engine"
)

// The table (T-1, T-12): columns a to z from west to east, rows from south to north.
const (
	Side      = 26 // columns, and rows
	MaxLevel  = 16
	MaxSeats  = 5
	zoneCells = Side * Side * MaxLevel
	maxZones  = MaxSeats
)

// Cell is a cell of a zone's table. The zero value is no cell.
type Cell struct {
	Zone            uint8 // from 1 in quick, 0 in tactical
	Col, Row, Level uint8 // Col and Row count from 0, Level from 1
}

// String returns the cell as records write it: "k7.3", in quick "2:k7.3".
func (c Cell) String() string { return string(c.append(nil)) }

func (c Cell) append(dst []byte) []byte { return c.appendLevel(c.appendSpot(dst)) }

// appendSpot appends the cell without its level: "2:k7".
func (c Cell) appendSpot(dst []byte) []byte {
	if c.Zone > 0 {
		dst = append(dst, '0'+c.Zone, ':')
	}
	return c.appendSquare(dst)
}

// appendSquare appends the cell's column and row: "k7".
func (c Cell) appendSquare(dst []byte) []byte {
	return strconv.AppendUint(append(dst, 'a'+c.Col), uint64(c.Row)+1, 10)
}

// appendLevel appends the cell's level: ".3".
func (c Cell) appendLevel(dst []byte) []byte {
	return strconv.AppendUint(append(dst, '.'), uint64(c.Level), 10)
}

type Facing uint8

// The facings, each a quarter turn clockwise from the one before.
const (
	North Facing = iota + 1
	East
	South
	West
)

var facingNames = []string{"n", "e", "s", "w"}

func (f Facing) String() string { return facingNames[f-1] }

type Colour uint8

const (
	Blue Colour = iota + 1
	Yellow
	Green
	Red
	White
)

var colourNames = []string{"blue", "yellow", "green", "red", "white"}

func (c Colour) String() string { return colourNames[c-1] }

// Size is the size of a noble, 0 for none.
type Size uint8

const (
	Small Size = iota + 1
	Large
)

func (s Size) String() string { return [...]string{"", "small", "large"}[s] }

func (f Facing) key() string { return "@facing." + f.String() }
func (c Colour) key() string { return "@colour." + c.String() }
func (s Size) key() string   { return "@size." + s.String() }

// The icons in the order of info.Icons.
const (
	TowerIcon engine.Icon = iota + 1
	BridgeIcon
	// For two nobles that swap places, a tower that turns, and a noble that is taken back.
	SwapIcon
	TurnIcon
	TakeIcon
	firstNobleIcon
)

func NobleIcon(s Size, c Colour) engine.Icon {
	return firstNobleIcon + engine.Icon(s-Small)*MaxSeats + engine.Icon(c-Blue)
}

func nameIcons() []string {
	names := []string{"tower", "bridge", "swap_nobles", "turn_tower", "take_noble"}
	for _, size := range []Size{Small, Large} {
		for _, colour := range colourNames {
			names = append(names, size.String()+"_"+colour)
		}
	}
	return names
}
