package towers

import (
	"strconv"
	"strings"

	"amytis/engine"
)

var (
	facingKind = engine.Words(facingNames...)
	sizeKind   = engine.Words(Small.String(), Large.String())
)

// number is a cell as a value from 0, ascending by zone, column, row and level.
func (c Cell) number() uint32 {
	return ((uint32(c.Zone)*Side+uint32(c.Col))*Side+uint32(c.Row))*MaxLevel + uint32(c.Level) - 1
}

// numbers is how many cells there are in all zones.
const numbers = zoneCells * (maxZones + 1)

// cellOf is the cell of a number.
func cellOf(n uint32) Cell {
	return Cell{
		Zone: uint8(n / zoneCells), Col: uint8(n / (Side * MaxLevel) % Side),
		Row: uint8(n / MaxLevel % Side), Level: uint8(n%MaxLevel) + 1,
	}
}

// parseSpot reads "k7" or "2:k7" from the start of a text.
func parseSpot(text string) (c Cell, rest string, ok bool) {
	if len(text) > 1 && text[1] == ':' {
		if text[0] < '1' || text[0] > '0'+maxZones {
			return c, text, false
		}
		c.Zone = text[0] - '0'
		text = text[2:]
	}
	return parseSquare(c, text)
}

func parseSquare(c Cell, text string) (_ Cell, rest string, ok bool) {
	if text == "" || text[0] < 'a' || text[0] >= 'a'+Side {
		return c, text, false
	}
	c.Col = text[0] - 'a'
	n, rest, ok := parseNumber(text[1:], Side)
	c.Row = n - 1
	return c, rest, ok
}

// parseNumber reads a number from 1 to most, without leading zeros.
func parseNumber(text string, most int) (n uint8, rest string, ok bool) {
	digits := 0
	for digits < len(text) && digits < 3 && text[digits] >= '0' && text[digits] <= '9' {
		digits++
	}
	value, err := strconv.Atoi(text[:digits])
	if err != nil || text[0] == '0' || value > most {
		return 0, text, false
	}
	return uint8(value), text[digits:], true
}

// parseLevel reads ".3" to the end of a text.
func parseLevel(text string) (uint8, bool) {
	digits, found := strings.CutPrefix(text, ".")
	n, rest, ok := parseNumber(digits, MaxLevel)
	return n, found && ok && rest == ""
}

func parseCell(text string) (Cell, bool) {
	c, rest, ok := parseSpot(text)
	if !ok {
		return c, false
	}
	c.Level, ok = parseLevel(rest)
	return c, ok
}

// cellKind is a kind of cells: "k7.3", "2:k7.3". The value of a cell is its
// number + 1. Players may leave out the zone, and the level.
type cellKind struct{}

func cellIn(v []uint32) Cell { return cellOf(v[0] - 1) }

func (c Cell) value() uint32 { return c.number() + 1 }

func (cellKind) Width() int { return 1 }

func (cellKind) Valid(v []uint32) bool { return v[0] >= 1 && v[0] <= numbers }

func (cellKind) Append(dst []byte, v []uint32) []byte { return cellIn(v).append(dst) }

func (cellKind) Parse(text string, v []uint32) bool {
	c, ok := parseCell(text)
	v[0] = c.value()
	return ok
}

// Expand takes "k7" for any level there, and without a zone for any zone.
func (cellKind) Expand(text string) []string {
	c, rest, ok := parseSpot(text)
	if !ok {
		return nil
	}
	return expand(c, rest, func(c Cell) string { return c.String() })
}

// expand writes what lies at a spot for every zone and level that a text leaves
// out; rest is what follows the spot in the text.
func expand(c Cell, rest string, write func(Cell) string) []string {
	zones, levels := [2]uint8{0, maxZones}, [2]uint8{1, MaxLevel}
	if c.Zone > 0 {
		zones = [2]uint8{c.Zone, c.Zone}
	}
	if rest != "" {
		level, ok := parseLevel(rest)
		if !ok {
			return nil
		}
		levels = [2]uint8{level, level}
	}
	var all []string
	for c.Zone = zones[0]; c.Zone <= zones[1]; c.Zone++ {
		for c.Level = levels[0]; c.Level <= levels[1]; c.Level++ {
			all = append(all, write(c))
		}
	}
	return all
}

// span is the length of a bridge.
const span = 3

// Bridge is where a bridge lies: its western or southern end, and whether it
// runs north from there, else east.
type Bridge struct {
	From  Cell
	North bool
}

// Cells are the two ends with the arch between.
func (b Bridge) Cells() [span]Cell {
	cells := [span]Cell{b.From, b.From, b.From}
	for i := range cells {
		if b.North {
			cells[i].Row += uint8(i)
		} else {
			cells[i].Col += uint8(i)
		}
	}
	return cells
}

// Arch is the cell between the ends.
func (b Bridge) Arch() Cell { return b.Cells()[1] }

// String writes the bridge as records do: "k7-m7.2", "2:k7-m7.2".
func (b Bridge) String() string { return string(b.append(nil)) }

func (b Bridge) append(dst []byte) []byte { return b.From.appendLevel(b.appendSpan(dst)) }

// appendSpan writes the bridge without its level.
func (b Bridge) appendSpan(dst []byte) []byte {
	dst = append(b.From.appendSpot(dst), '-')
	return b.Cells()[span-1].appendSquare(dst)
}

// fits reports whether the bridge is on the table.
func (b Bridge) fits() bool {
	if b.North {
		return b.From.Row+span <= Side
	}
	return b.From.Col+span <= Side
}

// bridgeKind is a kind of places of bridges: "k7-m7.2", its two ends and its
// level. The value is twice the number of its first end, + 1, + 1 if it runs
// north. Players may leave out the level.
type bridgeKind struct{}

func bridgeIn(v []uint32) Bridge { return Bridge{cellOf((v[0] - 1) / 2), (v[0]-1)%2 == 1} }

func (b Bridge) value() uint32 {
	if b.North {
		return 2*b.From.number() + 2
	}
	return 2*b.From.number() + 1
}

func (bridgeKind) Width() int { return 1 }

func (bridgeKind) Valid(v []uint32) bool {
	return v[0] >= 1 && v[0] <= 2*numbers && bridgeIn(v).fits()
}

func (bridgeKind) Append(dst []byte, v []uint32) []byte { return bridgeIn(v).append(dst) }

func (bridgeKind) Parse(text string, v []uint32) bool {
	b, rest, ok := parseSpan(text)
	if !ok {
		return false
	}
	b.From.Level, ok = parseLevel(rest)
	v[0] = b.value()
	return ok
}

// parseSpan reads "k7-m7" or "2:k7-m7" from the start of a text.
func parseSpan(text string) (b Bridge, rest string, ok bool) {
	from, rest, ok := parseSpot(text)
	if !ok || rest == "" || rest[0] != '-' {
		return b, rest, false
	}
	to, rest, ok := parseSquare(Cell{Zone: from.Zone}, rest[1:])
	b = Bridge{From: from, North: from.Col == to.Col}
	return b, rest, ok && b.Cells()[span-1] == to && b.fits()
}

// Expand takes "k7-m7" for any level there, and without a zone for any zone.
func (bridgeKind) Expand(text string) []string {
	b, rest, ok := parseSpan(text)
	if !ok {
		return nil
	}
	return expand(b.From, rest, func(from Cell) string { return Bridge{from, b.North}.String() })
}

// standing is a noble on a tower, as the special move names it.
type standing struct {
	tower  Cell
	colour Colour
}

// standingKind is a kind of nobles on towers: "k7.3:red". The value is five
// times the number of the tower's cell + the colour.
type standingKind struct{}

func standingIn(v []uint32) standing {
	return standing{cellOf((v[0] - 1) / MaxSeats), Colour((v[0]-1)%MaxSeats) + 1}
}

func (s standing) value() uint32 { return MaxSeats*s.tower.number() + uint32(s.colour) }

func (standingKind) Width() int { return 1 }

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
	tower, ok := parseCell(text[:at])
	for i, name := range colourNames {
		if name == text[at+1:] {
			v[0] = standing{tower, Colour(i + 1)}.value()
			return ok
		}
	}
	return false
}
