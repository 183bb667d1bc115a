package towers

import (
	"slices"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// board draws a zone's table from above.
type board struct {
	zone  *game.ZoneView
	ghost ghost
	area
	box
	// left, top is the upper left corner of the shown part; u is the width of a cell.
	left, top, u int
	// named says that the frame has the names of columns and rows.
	named bool
	roofs *roofs
}

// The widths of a frame: at the left and the foot, where names are, and elsewhere.
const (
	leftFrame = 54
	footFrame = letter + 13
	rim       = 6
)

// plainCell is the smallest cell with a clear number on every roof; smaller ones are quiet without
// nobles. In clearCell one can read everything on a phone, too.
const (
	plainCell = 52
	clearCell = 96
)

// boardIn returns the board that fills a box. For its window, which stands still while the building
// fits, [windowOf] looks at some cells first.
func boardIn(z *game.ZoneView, g ghost, in box, named bool, first ...game.Cell) board {
	b := board{zone: z, box: in, named: named, roofs: newRoofs(z)}
	if g.isIn(z) {
		b.ghost = g
	}
	left := render.Choose(named, leftFrame, rim)
	foot := render.Choose(named, footFrame, rim)
	w, h := in.w-left-rim, in.h-foot-rim
	b.area = windowOf(append(first, shownCells(z, g)...), w, h)
	b.u = roundSize(min(w/b.cols, h/b.rows))
	b.left, b.top = b.x+left, b.y+b.h-foot-b.rows*b.u
	return b
}

// trimmed returns the board without the columns, or else the rows, that a long building leaves
// empty, and the strip that this frees. It cuts by steps of the window, so the rest stands still.
func (b board) trimmed() (rest board, strip box) {
	used := boundsOf(shownCells(b.zone, b.ghost))
	if used.Empty() {
		return b, box{}
	}
	cut := func(first, n, low, end int) (from, left int) {
		from = first + (low-first)/windowStep*windowStep
		return from, min(n, (end-first+windowStep-1)/windowStep*windowStep) - (from - first)
	}
	col, cols := cut(b.col, b.cols, used.Min.X, used.Max.X)
	row, rows := cut(b.row, b.rows, used.Min.Y, used.Max.Y)
	switch w, h := (b.cols-cols)*b.u, (b.rows-rows)*b.u; {
	case w >= leastStrip:
		b.w -= w
		b.area.col, b.area.cols = col, cols
		return b, box{b.x + b.w + edge, b.y + edge, w - edge, b.h - 2*edge}
	case h >= leastStrip:
		b.h -= h
		b.area.row, b.area.rows = row, rows
		return b, box{b.x + edge, b.y + b.h + edge, b.w - edge, h - 2*edge}
	}
	return b, box{}
}

func (b board) corner(c game.Cell) (x, y int) {
	return b.left + (int(c.Col)-b.col)*b.u, b.top + (b.row+b.rows-1-int(c.Row))*b.u
}

func (b board) middle(c game.Cell) (x, y int) {
	x, y = b.corner(c)
	return x + b.u/2, y + b.u/2
}

// eachShown calls show for every cell of the shown area, with level 0, northern ones first, since
// the tips of nobles reach into the cell below.
func (b board) eachShown(show func(c game.Cell)) {
	for col := b.col; col < b.col+b.cols; col++ {
		for row := b.row + b.rows - 1; row >= b.row; row-- {
			show(game.Cell{Zone: uint8(b.zone.Number), Col: uint8(col), Row: uint8(row)})
		}
	}
}

// draw draws the board from the ground up. What is too small to read is beside the board, too.
func (b board) draw(l *render.List) {
	l.Note("zone %d from above", b.zone.Number)
	b.drawGround(l)
	l.SceneryIf(b.u < letter, func() {
		for level := range highest(b.zone) {
			b.drawLevel(l, uint8(level+1))
		}
	})
	l.Scenery(func() { b.eachShown(func(c game.Cell) { b.drawShadow(l, c) }) })
	b.drawMarks(l)
	l.SceneryIf(b.u < letter, func() { b.drawGhosts(l) })
	l.SceneryIf(b.u < clearCell, func() { b.eachShown(func(c game.Cell) { b.drawRoof(l, c) }) })
	// The frame comes late because marks and ghosts at the edge of a window reach over it.
	b.drawFrame(l)
	l.SceneryIf(b.u < letter+2, func() { b.drawVerdicts(l) })
	b.eachShown(func(c game.Cell) {
		x, y := b.corner(c)
		l.Part("cell", cellName(c), x, y, b.u, b.u)
	})
}

// ground returns what the table fills inside the frame, beyond the shown cells, too.
func (b board) ground() box {
	g := box{b.left, b.top, b.cols * b.u, b.rows * b.u}
	if b.row+b.rows < game.Side {
		g.h += g.y - b.y - rim
		g.y = b.y + rim
	}
	if b.col+b.cols < game.Side {
		g.w = b.x + b.w - rim - g.x
	}
	return g
}

func (b board) drawGround(l *render.List) {
	g := b.ground()
	l.Area(g.x, g.y, g.w, g.h, ground)
	for x := b.left + b.u; x < g.x+g.w; x += b.u {
		l.Area(x, g.y, 2, g.h, groundLine)
	}
	for y := b.top + (b.rows-1)*b.u; y > g.y; y -= b.u {
		l.Area(g.x, y, g.w, 2, groundLine)
	}
}

func (b board) drawFrame(l *render.List) {
	g := b.ground()
	right, foot := g.x+g.w, g.y+g.h
	const light = render.Colour(render.Wood)*render.Shades + 7
	for _, e := range []struct {
		box
		c render.Colour
	}{
		{box{b.x, b.y, b.w, g.y - b.y}, frame}, {box{b.x, foot, b.w, b.y + b.h - foot}, frame},
		{box{b.x, g.y, g.x - b.x, g.h}, frame}, {box{right, g.y, b.x + b.w - right, g.h}, frame},
		{box{g.x - 3, g.y - 3, g.w + 6, 3}, light}, {box{g.x - 3, foot, g.w + 6, 3}, light},
		{box{g.x - 3, g.y, 3, g.h}, light}, {box{right, g.y, 3, g.h}, light},
	} {
		l.Area(e.x, e.y, e.w, e.h, e.c)
	}
	if !b.named {
		return
	}
	style := render.Bold(letter, label)
	each := labelInterval(letter+7, b.u)
	for i := 0; i < b.cols; i += each {
		l.Text(style, b.left+i*b.u+b.u/2, foot+letter+5, render.Centre, columnName(b.col+i))
	}
	for i := 0; i < b.rows; i += each {
		l.Text(style, b.left-5, foot-i*b.u-b.u/2+letter/2, render.Right, strconv.Itoa(b.row+i+1))
	}
}

func columnName(col int) string { return string(rune('a' + col)) }

// labelInterval returns the interval of labels that fit, such as 2 for every second.
func labelInterval(needed, room int) int { return (needed + room - 1) / max(room, 1) }

func (b board) isSeen(c game.Cell) bool {
	r := &b.roofs[c.Col][c.Row]
	return b.has(c) && (r.level == int(c.Level) || r.kind == archKind)
}

func (b board) drawLevel(l *render.List, level uint8) {
	for _, bridge := range b.zone.Bridges {
		if bridge.From.Level != level {
			continue
		}
		l.Note("bridge %s", bridge)
		for j, c := range bridge.Cells() {
			if b.isSeen(c) {
				x, y := b.middle(c)
				l.Put(bridgeSprite(int(level), bridge.North, j, b.u), x, y)
			}
		}
	}
	for _, t := range b.zone.Towers {
		if t.At.Level == level && b.isSeen(t.At) {
			l.Note("tower %s %s", t.At, t.Facing)
			x, y := b.middle(t.At)
			l.Put(towerSprite(int(level), t.Facing, len(t.Nobles) > 0, b.u), x, y)
		}
	}
}

// mostSteps is the height in levels above which shadows do not grow.
const mostSteps = 3

func (b board) drawShadow(l *render.List, c game.Cell) {
	level := b.roofs[c.Col][c.Row].level
	x, y := b.corner(c)
	for north, at := range []game.Cell{{Col: c.Col - 1, Row: c.Row}, {Col: c.Col, Row: c.Row + 1}} {
		if b.has(at) && b.roofs[at.Col][at.Row].level > level {
			l.Put(shadowSprite(north == 1, min(b.roofs[at.Col][at.Row].level-level, mostSteps), b.u), x, y)
		}
	}
}

// drawMarks draws brackets around every new piece in sight.
func (b board) drawMarks(l *render.List) {
	mark := func(middle game.Cell, w, h int, cells ...game.Cell) {
		if slices.ContainsFunc(cells, b.isSeen) {
			x, y := b.middle(middle)
			l.Put(frameSprite(w, h, b.u), x, y)
		}
	}
	for _, bridge := range b.zone.Bridges {
		if bridge.New {
			l.Note("new bridge %s", bridge)
			w, h := bridgeSize(bridge.North, b.u)
			cells := bridge.Cells()
			mark(bridge.Arch(), w, h, cells[:]...)
		}
	}
	for _, t := range b.zone.Towers {
		if t.New {
			l.Note("new at %s", t.At)
			mark(t.At, b.u, b.u, t.At)
		}
	}
}

// drawRoof writes the height of a cell and draws its nobles, with a ghost noble among them.
func (b board) drawRoof(l *render.List, c game.Cell) {
	r := &b.roofs[c.Col][c.Row]
	level, nobles := r.level, r.nobles
	for _, g := range b.ghosts() {
		switch {
		case !g.coversRoof(c):
		case g.Noble.Size == 0:
			return
		default:
			level, nobles = int(g.At.Level), g.joinNobles(r)
		}
	}
	x, y := b.corner(c)
	switch {
	case len(nobles) == 1:
		l.Put(numberedToken(nobles[0], level, b.u), x, y)
	case len(nobles) > 0:
		b.drawNobles(l, nobles, x, y, level, paper, ink)
	case len(r.below) > 0:
		b.drawNobles(l, r.below, x, y, r.under, frame, render.White)
	case level > 0 && b.u >= plainCell:
		style := render.Bold(px(b.u, .46), ink)
		l.Text(style, x+b.u/2, y+(b.u+style.Height)/2, render.Centre, strconv.Itoa(level))
	case level > 1:
		high := min(render.MinScenery+4, b.u)
		l.Put(plaqueSprite(strconv.Itoa(level), b.u, high, quiet, quiet), x, y+(b.u-high)/2)
	}
}

// drawNobles draws several nobles of a cell, or those under an arch, and their level.
func (b board) drawNobles(l *render.List, nobles []game.NobleView, x, y, level int, back, front render.Colour) {
	spots, plaque := noblePlaces(len(nobles), b.u)
	for i, n := range sortNobles(nobles) {
		l.Put(tokenSprite(n, spots[i].r), x+spots[i].x, y+spots[i].y)
	}
	l.Put(plaqueSprite(strconv.Itoa(level), plaque.w, plaque.h, back, front), x+plaque.x, y+plaque.y)
}
