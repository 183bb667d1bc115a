package towers

import (
	"image"

	game "amytis/engine/towers"
)

// area is the shown part of a table, in cells.
type area struct{ col, row, cols, rows int }

// zoom says how much of a table is shown around a building: a margin, the smallest number of
// columns and rows, and the steps in which the shown part grows, so that it stays still while the
// building grows within it.
type zoom struct{ margin, least, step int }

// growStep is the usual step. A picture that changed with every piece or every step of a cursor
// would be hard to follow.
const growStep = 2

// usedArea returns the used part of a table, or its middle, extended to more cells with a margin of
// one.
func usedArea(z *game.ZoneView, by zoom, more ...game.Cell) area {
	cols, rows := extents(nil)
	eachCell(z, func(c game.Cell, _ kind) {
		cols.include(int(c.Col), by.margin)
		rows.include(int(c.Row), by.margin)
	})
	cols, rows = cols.shown(by), rows.shown(by)
	for _, c := range more {
		cols.include(int(c.Col), 1)
		rows.include(int(c.Row), 1)
	}
	cols, rows = cols.shown(by), rows.shown(by)
	return area{cols.low, rows.low, cols.end - cols.low, rows.end - rows.low}
}

func extents(cells []game.Cell) (cols, rows extent) {
	cols, rows = extent{low: game.Side}, extent{low: game.Side}
	for _, c := range cells {
		cols.include(int(c.Col), 0)
		rows.include(int(c.Row), 0)
	}
	return cols, rows
}

// fitInto reports whether a window of so many columns and rows holds all cells.
func fitInto(cells []game.Cell, cols, rows int) bool {
	c, r := extents(cells)
	return c.end-c.low <= cols && r.end-r.low <= rows
}

// window returns a part of the area that is at most cols wide and rows high, around cells.
func (a area) window(cols, rows int, cells []game.Cell) area {
	c, r := extents(cells)
	a.col, a.cols = c.window(a.col, a.cols, cols)
	a.row, a.rows = r.window(a.row, a.rows, rows)
	return a
}

// window returns a run of at most wanted around the extent, within n. It moves in steps.
func (e extent) window(from, n, wanted int) (start, length int) {
	if n <= wanted {
		return from, n
	}
	skip := min(max((e.low+e.end-wanted)/2-from, 0), n-wanted)
	if skip < n-wanted {
		skip -= skip % growStep
	}
	return from + skip, wanted
}

func (a area) shown() image.Rectangle { return image.Rect(a.col, a.row, a.col+a.cols, a.row+a.rows) }

func (a area) has(c game.Cell) bool {
	return int(c.Col) >= a.col && int(c.Col) < a.col+a.cols && int(c.Row) >= a.row && int(c.Row) < a.row+a.rows
}

// interesting returns the cells of new pieces, of towers with nobles, and of all pieces.
func interesting(z *game.ZoneView) (fresh, noble, all []game.Cell) {
	for i := range z.Towers {
		t := &z.Towers[i]
		if t.New {
			fresh = append(fresh, t.At)
		}
		if len(t.Nobles) > 0 {
			noble = append(noble, t.At)
		}
		all = append(all, t.At)
	}
	for i := range z.Bridges {
		cells := z.Bridges[i].Cells()
		if z.Bridges[i].New {
			fresh = append(fresh, cells[:]...)
		}
		all = append(all, cells[:]...)
	}
	return fresh, noble, all
}

// widen extends a run to both sides to the wanted length, within the table.
func widen(from, n, wanted int) (int, int) {
	wanted = min(wanted, game.Side)
	return min(max(from-(wanted-n)/2, 0), game.Side-wanted), wanted
}

type extent struct{ low, end int }

func (e *extent) include(i, margin int) {
	e.low, e.end = min(e.low, i-margin), max(e.end, i+margin+1)
}

// shown returns the columns or rows that show the extent. If they are more than the extent, they
// lie towards the middle of the table.
func (e extent) shown(by zoom) extent {
	if e.end == 0 {
		e = extent{game.Side / 2, game.Side / 2}
	}
	low, end := max(e.low, 0)/by.step*by.step, min((e.end+by.step-1)/by.step*by.step, game.Side)
	n := min(max(end-low, by.least), game.Side)
	low = min(max((low+end-n)/2, 0), game.Side-n)
	if low < (game.Side-n)/2 {
		low += by.step - 1
	}
	low -= low % by.step
	return extent{low, low + n}
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

// eachCell calls show for every cell that a piece fills.
func eachCell(z *game.ZoneView, show func(c game.Cell, k kind)) {
	for i := range z.Towers {
		show(z.Towers[i].At, towerKind)
	}
	for i := range z.Bridges {
		for j, c := range z.Bridges[i].Cells() {
			if j == 1 {
				show(c, archKind)
			} else {
				show(c, endKind)
			}
		}
	}
}

// highest returns the highest level with a piece, or 0 if there is none.
func highest(z *game.ZoneView) int {
	top := 0
	eachCell(z, func(c game.Cell, _ kind) { top = max(top, int(c.Level)) })
	return top
}

// roof is the visible top of a cell of the table, seen from above.
type roof struct {
	level int
	kind  kind
	// nobles are the nobles on top. below are the nobles on a lower tower that has a piece above
	// it; under is that tower's level.
	nobles, below []game.NobleView
	under         int
}

// roofs holds the roof of every column and row.
type roofs [game.Side][game.Side]roof

func newRoofs(z *game.ZoneView) *roofs {
	var all roofs
	eachCell(z, func(c game.Cell, k kind) {
		r := &all[c.Col][c.Row]
		if int(c.Level) > r.level {
			r.level, r.kind = int(c.Level), k
		}
	})
	for i := range z.Towers {
		t := &z.Towers[i]
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
