package towers

import (
	game "amytis/engine/towers"
)

// area is the part of a table that is shown, in cells.
type area struct{ col, row, cols, rows int }

// leastShown is how much of a table is shown at least.
const leastShown = 8

// areaOf is the part of a zone's table that is in use, with a margin around.
func areaOf(z *game.ZoneView, margin int) area {
	cols, rows := extent{low: game.Side}, extent{low: game.Side}
	eachCell(z, func(c game.Cell, _ kind) {
		cols.take(int(c.Col))
		rows.take(int(c.Row))
	})
	a := area{}
	a.col, a.cols = cols.shown(margin)
	a.row, a.rows = rows.shown(margin)
	return a
}

// aside is how many columns or rows are added at a time: a picture that changed
// with every step of a cursor would be hard to follow.
const aside = 3

// reaching is the area made larger, where that is needed, until cells lie in it
// with a margin of one. It grows both ways alike, so that it keeps its shape.
func (a area) reaching(cells []game.Cell) area {
	first, last := cells[0], cells[len(cells)-1]
	var n area
	n.col, n.cols = reach(a.col, a.cols, int(first.Col), int(last.Col))
	n.row, n.rows = reach(a.row, a.rows, int(first.Row), int(last.Row))
	more := max(n.cols-a.cols, n.rows-a.rows)
	n.col, n.cols = widen(n.col, n.cols, a.cols+more)
	n.row, n.rows = widen(n.row, n.rows, a.rows+more)
	return n
}

// reach is a run of n columns or rows, continued to hold others with a margin.
func reach(from, n, low, high int) (int, int) {
	end := from + n
	for from > 0 && from > low-1 {
		from = max(from-aside, 0)
	}
	for end < game.Side && end < high+2 {
		end = min(end+aside, game.Side)
	}
	return from, end - from
}

// widen is a run made as long as wanted, to both sides, as far as the table goes.
func widen(from, n, wanted int) (int, int) {
	wanted = min(wanted, game.Side)
	return min(max(from-(wanted-n)/2, 0), game.Side-wanted), wanted
}

// extent is a run of columns or rows.
type extent struct{ low, end int }

func (e *extent) take(i int) { e.low, e.end = min(e.low, i), max(e.end, i+1) }

func (e *extent) shown(margin int) (from, n int) {
	if e.end == 0 {
		e.low, e.end = game.Side/2, game.Side/2
	}
	n = min(max(e.end-e.low+2*margin, leastShown), game.Side)
	return min(max((e.low+e.end-n)/2, 0), game.Side-n), n
}

// kind is what fills a cell.
type kind uint8

const (
	noKind kind = iota
	towerKind
	endKind
	archKind
)

func (k kind) String() string { return [...]string{"", "tower", "bridge end", "arch"}[k] }

// eachCell shows the cells that pieces fill.
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

// highest is the highest level with a piece, 0 where there is none.
func highest(z *game.ZoneView) int {
	top := 0
	eachCell(z, func(c game.Cell, _ kind) { top = max(top, int(c.Level)) })
	return top
}

// roof is what is seen of a column and row from straight above.
type roof struct {
	level int
	kind  kind
	// nobles stand on top; below those that something lies above, on a tower
	// of the level under.
	nobles, below []game.NobleView
	under         int
}

// roofs is the roof of every column and row.
type roofs [game.Side][game.Side]roof

func roofsOf(z *game.ZoneView) *roofs {
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
