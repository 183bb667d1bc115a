package towers

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

var (
	facingKind = engine.Words(facingNames...)
	sizeKind   = engine.Words(Small.String(), Large.String())
)

// number returns the cell's index among all cells, from 0: by zone, column, row and level.
func (c Cell) number() uint32 {
	return ((uint32(c.Zone)*Side+uint32(c.Col))*Side+uint32(c.Row))*MaxLevel + uint32(c.Level) - 1
}

const numbers = zoneCells * (maxZones + 1)

func cellOf(n uint32) Cell {
	return Cell{
		Zone: uint8(n / zoneCells), Col: uint8(n / (Side * MaxLevel) % Side),
		Row: uint8(n / MaxLevel % Side), Level: uint8(n%MaxLevel) + 1,
	}
}

// placeForm matches "k7.3", "2:k7-m7.3" and shorter: zone, first cell, a bridge's other end, level.
var placeForm = regexp.MustCompile(`^(?:([1-5]):)?([a-z])([1-9]\d?)(?:-([a-z])([1-9]\d?))?(?:\.([1-9]\d?))?$`)

// parsePlace reads "k7", "2:k7.3" or "k7-m7.3". Level is 0 if it is left out, as is to without one.
func parsePlace(text string) (from, to Cell, ok bool) {
	m := placeForm.FindStringSubmatch(text)
	if m == nil {
		return from, to, false
	}
	n := func(group int) uint8 {
		value, _ := strconv.Atoi(m[group])
		return uint8(value)
	}
	from = Cell{Zone: n(1), Col: m[2][0] - 'a', Row: n(3) - 1, Level: n(6)}
	if m[4] != "" {
		to = Cell{Zone: from.Zone, Col: m[4][0] - 'a', Row: n(5) - 1, Level: from.Level}
	}
	return from, to, from.Row < Side && to.Row < Side && from.Level <= MaxLevel
}

// parseCell reads a cell: "k7.3" or "2:k7.3", if short without its level.
func parseCell(text string, short bool) (Cell, bool) {
	c, to, ok := parsePlace(text)
	return c, ok && to == Cell{} && (short || c.Level > 0)
}

// cellKind is the kind of a cell: "k7.3", "2:k7.3". The value is the cell's number + 1.
type cellKind struct{ engine.OneSlot }

func cellIn(v []uint32) Cell { return cellOf(v[0] - 1) }

func (c Cell) value() uint32 { return c.number() + 1 }

func (cellKind) Valid(v []uint32) bool { return v[0] >= 1 && v[0] <= numbers }

func (cellKind) Append(dst []byte, v []uint32) []byte { return cellIn(v).append(dst) }

func (cellKind) Parse(text string, v []uint32) bool {
	c, ok := parseCell(text, false)
	v[0] = c.value()
	return ok
}

// Expand reads "k7" as any level there, and a text without a zone as any zone.
func (cellKind) Expand(text string) []string {
	c, ok := parseCell(text, true)
	if !ok {
		return nil
	}
	return expand(c, Cell.String)
}

// expand writes a cell for every zone and level that it leaves out.
func expand(c Cell, write func(Cell) string) []string {
	zones, levels := [2]uint8{0, maxZones}, [2]uint8{1, MaxLevel}
	if c.Zone > 0 {
		zones = [2]uint8{c.Zone, c.Zone}
	}
	if c.Level > 0 {
		levels = [2]uint8{c.Level, c.Level}
	}
	var all []string
	for c.Zone = zones[0]; c.Zone <= zones[1]; c.Zone++ {
		for c.Level = levels[0]; c.Level <= levels[1]; c.Level++ {
			all = append(all, write(c))
		}
	}
	return all
}

// span is the length of a bridge in cells.
const span = 3

// Bridge is the place of a bridge: its western or southern end, and whether it runs north.
type Bridge struct {
	From  Cell
	North bool
}

// Cells returns the bridge's three cells: an end, the arch and the other end.
func (b Bridge) Cells() [span]Cell { return [span]Cell{b.From, b.cell(1), b.cell(2)} }

func (b Bridge) cell(n int) Cell {
	if b.North {
		b.From.Row += uint8(n)
	} else {
		b.From.Col += uint8(n)
	}
	return b.From
}

func (b Bridge) Arch() Cell { return b.cell(1) }

// String returns the bridge as records write it: "k7-m7.2", "2:k7-m7.2".
func (b Bridge) String() string { return string(b.append(nil)) }

func (b Bridge) append(dst []byte) []byte { return b.From.appendLevel(b.appendSpan(dst)) }

// appendSpan appends the bridge without its level: "k7-m7".
func (b Bridge) appendSpan(dst []byte) []byte {
	dst = append(b.From.appendSpot(dst), '-')
	return b.Cells()[span-1].appendSquare(dst)
}

// fits reports whether the bridge is on the table (T-1).
func (b Bridge) fits() bool {
	if b.North {
		return b.From.Row+span <= Side
	}
	return b.From.Col+span <= Side
}

// bridgeKind is the kind of a bridge: "k7-m7.2". The value is twice the number of From, + 1 if the
// bridge runs east, + 2 if it runs north.
type bridgeKind struct{ engine.OneSlot }

func bridgeIn(v []uint32) Bridge { return Bridge{cellOf((v[0] - 1) / 2), (v[0]-1)%2 == 1} }

func (b Bridge) value() uint32 {
	if b.North {
		return 2*b.From.number() + 2
	}
	return 2*b.From.number() + 1
}

func (bridgeKind) Valid(v []uint32) bool { return v[0] >= 1 && v[0] <= 2*numbers && bridgeIn(v).fits() }

func (bridgeKind) Append(dst []byte, v []uint32) []byte { return bridgeIn(v).append(dst) }

func (bridgeKind) Parse(text string, v []uint32) bool {
	b, ok := parseBridge(text)
	v[0] = b.value()
	return ok && b.From.Level > 0
}

// parseBridge reads "k7-m7.3" or "2:k7-m7", without its level too.
func parseBridge(text string) (b Bridge, ok bool) {
	from, to, ok := parsePlace(text)
	b = Bridge{From: from, North: from.Col == to.Col}
	return b, ok && b.Cells()[span-1] == to && b.fits()
}

// Expand reads "k7-m7" as any level there, and a text without a zone as any zone.
func (bridgeKind) Expand(text string) []string {
	b, ok := parseBridge(text)
	if !ok {
		return nil
	}
	return expand(b.From, func(from Cell) string { return Bridge{from, b.North}.String() })
}

// standing is a noble on a tower, as the special move names it: by tower and colour.
type standing struct {
	tower  Cell
	colour Colour
}

// standingKind is the kind of a noble on a tower: "k7.3:red". The value is 5 x cell + colour.
type standingKind struct{ engine.OneSlot }

func standingIn(v []uint32) standing {
	return standing{cellOf((v[0] - 1) / MaxSeats), Colour((v[0]-1)%MaxSeats) + 1}
}

func (s standing) value() uint32 { return MaxSeats*s.tower.number() + uint32(s.colour) }

func (standingKind) Valid(v []uint32) bool { return v[0] >= 1 && v[0] <= MaxSeats*numbers }

func (standingKind) Append(dst []byte, v []uint32) []byte {
	s := standingIn(v)
	return append(append(s.tower.append(dst), ':'), s.colour.String()...)
}

func (standingKind) Parse(text string, v []uint32) bool {
	at := strings.LastIndexByte(text, ':')
	if at < 0 {
		return false
	}
	tower, ok := parseCell(text[:at], false)
	colour := slices.Index(colourNames, text[at+1:]) + 1
	v[0] = standing{tower, Colour(colour)}.value()
	return ok && colour > 0
}

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
