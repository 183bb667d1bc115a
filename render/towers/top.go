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
	// box is the part of the picture that the board fills, with its frame.
	box
	// left, top is the upper left corner of the shown part; u is the width of a cell.
	left, top, u int
	// named says that the frame has the names of columns and rows.
	named bool
	roofs *roofs
}

// These are the widths of a board's frame: on its left and at its foot, where the names of rows and
// columns are, and elsewhere.
const (
	leftFrame = 54
	footFrame = letter + 13
	rim       = 6
)

// The smallest widths of cells in which nobles and the number are readable. Nobles are in full in
// roomyCell and partly behind each other in the others. A tactical building has more nobles and
// higher towers than a zone. Cells are at most mostCell wide.
const (
	roomyCell    = 58
	tacticalCell = 52
	crowdedCell  = 46
	mostCell     = 108
)

// tight is the zoom where only looks matter. Where a place is chosen, roomy comes first. choose
// tries the zooms in order.
var (
	roomy = zoom{1, 6, growStep}
	tight = zoom{0, 4, growStep}
	zooms = [...]zoom{roomy, tight, {0, 4, 1}}
)

// boardIn returns the largest board that fits into a box. It shows the whole building if cells of
// least pixels fit, otherwise a window around the ghost or the new pieces.
func boardIn(z *game.ZoneView, g ghost, in box, least int, named bool) board {
	b := board{zone: z, box: in, named: named, roofs: newRoofs(z)}
	if g.in(z) {
		b.ghost = g
	}
	left, foot := b.frame()
	w, h := in.w-left-rim, in.h-foot-rim
	if !b.choose(w, h, roomyCell) && !b.choose(w, h, least) {
		if named {
			least = roomyCell
		}
		b.area = b.area.window(w/least, h/least, b.focus(w/least, h/least))
	}
	b.u = min(roundSize(min(w/b.cols, h/b.rows)), mostCell)
	// The ground fills the height of the box.
	b.row, b.rows = widen(b.row, b.rows, max(b.rows, h/b.u))
	b.w = left + b.cols*b.u + rim
	b.left, b.top = b.x+left, b.y+b.h-foot-b.rows*b.u
	return b
}

// choose sets the area to the first that fits into w by h pixels with cells of least pixels. If
// none fits, it keeps the last, which is the smallest, and returns false.
func (b *board) choose(w, h, least int) bool {
	for _, by := range zooms[1-render.Flag(b.named):] {
		b.area = usedArea(b.zone, by, b.ghost.all()...)
		if b.cols <= w/least && b.rows <= h/least {
			return true
		}
	}
	return false
}

// focus returns the cells that a window of so many columns and rows has to show: the ghost, or the
// new pieces, with the nobles if there is room.
func (b *board) focus(cols, rows int) []game.Cell {
	if b.ghost.shown() {
		return b.ghost.all()
	}
	fresh, noble, all := interesting(b.zone)
	both := append(slices.Clip(fresh), noble...)
	switch {
	case len(both) == 0:
		return all
	case len(fresh) == 0 || fitInto(both, cols, rows):
		return both
	}
	return fresh
}

// frame returns the width of the frame on the left and at the foot.
func (b *board) frame() (left, foot int) {
	if b.named {
		return leftFrame, footFrame
	}
	return rim, rim
}

// filled widens the ground to the width of the box.
func (b board) filled(w int) board {
	left, _ := b.frame()
	b.w = w
	b.col, b.cols = widen(b.col, b.cols, max(b.cols, (w-left-rim)/b.u))
	if b.col+b.cols == game.Side {
		b.left = b.x + w - rim - b.cols*b.u
	}
	return b
}

func (b board) corner(c game.Cell) (x, y int) {
	return b.left + (int(c.Col)-b.col)*b.u, b.top + (b.row+b.rows-1-int(c.Row))*b.u
}

func (b board) middle(c game.Cell) (x, y int) {
	x, y = b.corner(c)
	return x + b.u/2, y + b.u/2
}

// eachShown calls show for every cell of the shown area, with level 0. Northern cells come first,
// since the tips of nobles reach into the cell below.
func (b board) eachShown(show func(c game.Cell)) {
	for col := b.col; col < b.col+b.cols; col++ {
		for row := b.row + b.rows - 1; row >= b.row; row-- {
			show(game.Cell{Zone: uint8(b.zone.Number), Col: uint8(col), Row: uint8(row)})
		}
	}
}

func (b board) draw(l *render.List) {
	l.Note("zone %d from above", b.zone.Number)
	b.drawGround(l)
	for level := range highest(b.zone) {
		b.drawLevel(l, uint8(level+1))
	}
	l.Scenery(func() { b.eachShown(func(c game.Cell) { b.drawShadow(l, c) }) })
	b.drawMarks(l)
	b.drawGhosts(l)
	b.eachShown(func(c game.Cell) { b.drawRoof(l, c) })
	// The frame comes late because marks and ghosts at the edge of a window reach over it.
	b.drawFrame(l)
	b.drawVerdicts(l)
	b.eachShown(func(c game.Cell) {
		x, y := b.corner(c)
		l.Part("cell", cellName(c), x, y, b.u, b.u)
	})
}

// ground returns the part of the picture that the table fills, inside the frame. Behind the shown
// rows and columns there is more of it, unless the table ends there.
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
	for i := range b.cols {
		l.Text(style, b.left+i*b.u+b.u/2, foot+letter+5, render.Centre, columnName(b.col+i))
	}
	for i := range b.rows {
		l.Text(style, b.left-5, foot-i*b.u-b.u/2+letter/2, render.Right, strconv.Itoa(b.row+i+1))
	}
}

func columnName(col int) string { return string(rune('a' + col)) }

// labelInterval returns the interval of labels that fit: 1 for every label, 2 for every second and
// so on.
func labelInterval(needed, room int) int { return (needed + room - 1) / max(room, 1) }

// seen reports whether a piece in a cell is visible from above: on top, or below an arch.
func (b board) seen(c game.Cell) bool {
	r := &b.roofs[c.Col][c.Row]
	return b.has(c) && (r.level == int(c.Level) || r.kind == archKind)
}

func (b board) drawLevel(l *render.List, level uint8) {
	for i := range b.zone.Bridges {
		bridge := &b.zone.Bridges[i]
		if bridge.From.Level != level {
			continue
		}
		l.Note("bridge %s", bridge)
		for j, c := range bridge.Cells() {
			if b.seen(c) {
				x, y := b.middle(c)
				l.Put(bridgeSprite(int(level), bridge.North, j, b.u), x, y)
			}
		}
	}
	for i := range b.zone.Towers {
		t := &b.zone.Towers[i]
		if t.At.Level == level && b.seen(t.At) {
			l.Note("tower %s %s", t.At, t.Facing)
			x, y := b.middle(t.At)
			l.Put(towerSprite(int(level), t.Facing, len(t.Nobles) > 0, b.u), x, y)
		}
	}
}

// mostSteps is the height in levels above which shadows do not grow.
const mostSteps = 3

// drawShadow draws the shadows of the western and northern neighbours of a cell that are higher.
func (b board) drawShadow(l *render.List, c game.Cell) {
	here := b.roofs[c.Col][c.Row].level
	x, y := b.corner(c)
	if int(c.Col) > b.col {
		if steps := min(b.roofs[c.Col-1][c.Row].level-here, mostSteps); steps > 0 {
			l.Put(shadowSprite(false, steps, b.u), x, y)
		}
	}
	if int(c.Row)+1 < b.row+b.rows {
		if steps := min(b.roofs[c.Col][c.Row+1].level-here, mostSteps); steps > 0 {
			l.Put(shadowSprite(true, steps, b.u), x, y)
		}
	}
}

// drawMarks draws a frame around every new piece. A bridge that is partly hidden has a frame around
// each visible cell.
func (b board) drawMarks(l *render.List) {
	for i := range b.zone.Bridges {
		bridge := &b.zone.Bridges[i]
		if !bridge.New {
			continue
		}
		l.Note("new bridge %s", bridge)
		cells := bridge.Cells()
		if b.seen(cells[0]) && b.seen(cells[1]) && b.seen(cells[2]) {
			x, y := b.middle(bridge.Arch())
			w, h := bridgeSize(bridge.North, b.u)
			l.Put(frameSprite(w, h, b.u), x, y)
			continue
		}
		for _, c := range cells {
			b.drawMark(l, c)
		}
	}
	for i := range b.zone.Towers {
		if t := &b.zone.Towers[i]; t.New {
			l.Note("new at %s", t.At)
			b.drawMark(l, t.At)
		}
	}
}

func (b board) drawMark(l *render.List, c game.Cell) {
	if b.seen(c) {
		x, y := b.middle(c)
		l.Put(frameSprite(b.u, b.u, b.u), x, y)
	}
}

// drawRoof writes the height of a cell and draws its nobles, with a ghost noble among them.
func (b board) drawRoof(l *render.List, c game.Cell) {
	r := &b.roofs[c.Col][c.Row]
	x, y := b.corner(c)
	nobles, at := standing(r.nobles, nil)
	for _, g := range b.ghosts() {
		switch {
		case g.Noble.Size != 0 && g.At.Col == c.Col && g.At.Row == c.Row:
			l.Note("ghost noble on %s", g.At)
			nobles, at = g.joining(r)
			if int(g.At.Level) != r.level {
				b.drawNobles(l, nobles, at, x, y, 1)
				return // drawVerdicts writes the ghost's level
			}
		case g.Noble.Size == 0 && g.tagged(c):
			return
		}
	}
	if r.level == 0 {
		return
	}
	switch {
	case len(nobles) > 0:
		b.drawNobles(l, nobles, at, x, y, r.level)
		drawPlaque(l, max(letter, px(b.u, .36)), x+1, y+1, r.level, paper, ink)
	case len(r.below) > 0:
		b.drawBelow(l, r, x, y)
	default:
		style := render.Bold(max(letter, px(b.u, .46)), ink)
		drawNumber(l, style, x+(b.u-numberWidth(style, r.level))/2, y+(b.u+style.Height)/2, r.level)
	}
}

func (b board) drawNobles(l *render.List, nobles []game.NobleView, ghostly, x, y, level int) {
	for i, s := range noblePlaces(nobles, b.u, level > 9) {
		if i == ghostly {
			l.Put(haloSprite(s.r), x+s.x, y+s.y)
		}
		l.Put(tokenSprite(nobles[i], s.r), x+s.x, y+s.y)
	}
}

// drawBelow draws the nobles under an arch, and their level on a dark ground. The number of the
// arch itself is left out, since it is on both ends of the bridge.
func (b board) drawBelow(l *render.List, r *roof, x, y int) {
	low, _ := standing(r.below, nil)
	for i, s := range noblePlaces(low, b.u, true) {
		l.Put(tokenSprite(low[i], s.r), x+s.x, y+s.y)
	}
	if r.kind != archKind {
		x += drawPlaque(l, letter, x+1, y+1, r.level, paper, ink) + 1
	}
	drawPlaque(l, letter, x+1, y+1, r.under, frame, render.White)
}
