package towers

import (
	"image"
	"slices"

	game "amytis/engine/towers"
)

// area is the shown part of a table, in cells.
type area struct{ col, row, cols, rows int }

func (a area) shown() image.Rectangle { return image.Rect(a.col, a.row, a.col+a.cols, a.row+a.rows) }

func areaOf(r image.Rectangle) area { return area{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} }

func (a area) has(c game.Cell) bool { return placeOf(c).In(a.shown()) }

// placeOf returns a cell as a part of the table.
func placeOf(c game.Cell) image.Rectangle {
	return image.Rect(int(c.Col), int(c.Row), int(c.Col)+1, int(c.Row)+1)
}

// kind is the part of a piece that fills a cell.
type kind uint8

const (
	noKind kind = iota
	towerKind
	endKind
	archKind
)

func (k kind) String() string { return [...]string{"", "tower", "bridge end", "arch"}[k] }

// block is a tower, or what fills a cell of a bridge.
type block struct {
	at     game.Cell
	kind   kind
	north  bool // for bridges
	facing game.Facing
	new    bool
	nobles []game.NobleView
	ghost  bool
}

// bridgeKinds are the parts of a bridge.
var bridgeKinds = [...]kind{endKind, archKind, endKind}

func eachBlock(z *game.ZoneView, show func(b block)) {
	for _, t := range z.Towers {
		show(block{at: t.At, kind: towerKind, facing: t.Facing, new: t.New, nobles: t.Nobles})
	}
	for _, b := range z.Bridges {
		for j, c := range b.Cells() {
			show(block{at: c, kind: bridgeKinds[j], north: b.North, new: b.New})
		}
	}
}

func hasChanges(z *game.ZoneView) bool {
	return slices.ContainsFunc(z.Towers, func(t game.TowerView) bool { return t.New }) ||
		slices.ContainsFunc(z.Bridges, func(b game.BridgeView) bool { return b.New })
}

func highest(z *game.ZoneView) int {
	top := 0
	eachBlock(z, func(b block) { top = max(top, int(b.at.Level)) })
	return top
}

// roof is the visible top of a cell of the table, seen from above.
type roof struct {
	level int
	kind  kind
	// nobles are on top, below on a lower tower of level under that has a piece above it.
	nobles, below []game.NobleView
	under         int
}

type roofs [game.Side][game.Side]roof

func newRoofs(z *game.ZoneView) *roofs {
	var all roofs
	eachBlock(z, func(b block) {
		r := &all[b.at.Col][b.at.Row]
		if int(b.at.Level) > r.level {
			r.level, r.kind = int(b.at.Level), b.kind
		}
	})
	for _, t := range z.Towers {
		r := &all[t.At.Col][t.At.Row]
		switch {
		case len(t.Nobles) == 0:
		case int(t.At.Level) == r.level:
			r.nobles = t.Nobles
		default:
			r.below, r.under = t.Nobles, int(t.At.Level)
		}
	}
	return &all
}

// leastWindow is the least number of columns and rows of a window, which grows by windowStep. Its
// cells are not much wider than mostCell.
const (
	leastWindow = 4
	windowStep  = 2
	mostCell    = 110
)

// tableMiddle is where a table without pieces is shown.
var tableMiddle = image.Rect(game.Side/2, game.Side/2, game.Side/2, game.Side/2)

// windowOf returns the part of a table that a board of w by h pixels shows. It grows for each piece
// outside, in the order of placing, to that side. So it stands still while the building fits, and
// never slides off what it has shown.
func windowOf(cells []game.Cell, w, h int) area {
	n := max(leastWindow, (min(w, h)/mostCell+1)/windowStep*windowStep)
	size := func() (cols, rows int) {
		return min(max(n, n*w/h), game.Side), min(max(n, n*h/w), game.Side)
	}
	cols, rows := size()
	var used image.Rectangle
	window := fitAround(tableMiddle, tableMiddle, cols, rows)
	for i, c := range cells {
		used = used.Union(placeOf(c))
		hold := window.Union(used)
		switch {
		case hold == window:
			continue
		case i == 0: // the building begins elsewhere
			hold = used
		}
		for cols, rows = size(); hold.Dx() > cols || hold.Dy() > rows; cols, rows = size() {
			n += windowStep
		}
		window = fitAround(hold, used, cols, rows)
	}
	return areaOf(window)
}

// usedArea returns the part of a table with the building, a ghost and a margin.
func usedArea(z *game.ZoneView, g ghost) area {
	used := boundsOf(shownCells(z, g))
	if used.Empty() {
		used = tableMiddle
	}
	used = used.Inset(-1).Intersect(image.Rect(0, 0, game.Side, game.Side))
	return areaOf(fitAround(used, used, max(used.Dx(), leastWindow), max(used.Dy(), leastWindow)))
}

func boundsOf(cells []game.Cell) (used image.Rectangle) {
	for _, c := range cells {
		used = used.Union(placeOf(c))
	}
	return used
}

// fitAround returns cols by rows of a table around hold, with middle in its middle if possible.
func fitAround(hold, middle image.Rectangle, cols, rows int) image.Rectangle {
	low := func(n, low, end, twice int) int {
		return min(max((twice-n)/2, end-n, 0), low, game.Side-n)
	}
	x := low(cols, hold.Min.X, hold.Max.X, middle.Min.X+middle.Max.X)
	y := low(rows, hold.Min.Y, hold.Max.Y, middle.Min.Y+middle.Max.Y)
	return image.Rect(x, y, x+cols, y+rows)
}

func shownCells(z *game.ZoneView, g ghost) []game.Cell {
	cells := inOrder(z)
	if g.isIn(z) {
		for _, piece := range g.pieces() {
			cells = append(cells, piece.Cells()...)
		}
	}
	return cells
}

// inOrder returns the cells of all pieces in the order in which they were placed.
func inOrder(z *game.ZoneView) []game.Cell {
	cells := make([]game.Cell, 0, len(z.Towers)+3*len(z.Bridges))
	bridges := z.Bridges
	for i := 0; i <= len(z.Towers); i++ {
		for ; len(bridges) > 0 && bridges[0].After <= i; bridges = bridges[1:] {
			three := bridges[0].Cells()
			cells = append(cells, three[:]...)
		}
		if i < len(z.Towers) {
			cells = append(cells, z.Towers[i].At)
		}
	}
	return cells
}
