package towers

import (
	"image"

	game "amytis/engine/towers"
)

// leastWindow is the smallest number of columns and rows of a window. It grows in steps of
// windowStep, and its cells are not much wider than mostCell.
const (
	leastWindow = 4
	windowStep  = 2
	mostCell    = 110
)

// tableMiddle is where a table without pieces is shown.
var tableMiddle = image.Rect(game.Side/2, game.Side/2, game.Side/2, game.Side/2)

// windowOf returns the part of a table that a board of w by h pixels shows. It looks at the cells
// of all pieces in the order in which they were placed: one outside makes the window larger on that
// side. So the window stands still while the building fits, and never slides off what it has shown.
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

// fitAround returns a part of the table, cols by rows, that holds a part of it. Another part is in
// the middle if possible.
func fitAround(hold, middle image.Rectangle, cols, rows int) image.Rectangle {
	low := func(n, low, end, twice int) int {
		return min(max((twice-n)/2, end-n, 0), low, game.Side-n)
	}
	x := low(cols, hold.Min.X, hold.Max.X, middle.Min.X+middle.Max.X)
	y := low(rows, hold.Min.Y, hold.Max.Y, middle.Min.Y+middle.Max.Y)
	return image.Rect(x, y, x+cols, y+rows)
}

// shownCells returns the cells of all pieces in the order in which they were placed, and a ghost's.
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
