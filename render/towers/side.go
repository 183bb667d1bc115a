package towers

import (
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// elevation draws a zone from a side, without perspective.
type elevation struct {
	zone *game.ZoneView
	area
	from render.Side
	// box is the area filled by sky and ground.
	box
	// left is where the first column or row begins; floor is the y of the table. u is the width of
	// a cell, h the height of a level.
	left, floor, u, h int
}

// A side has room for one level more than are built, at least for minSideLevels, and above them for
// the heads of large nobles.
const (
	minSideLevels = 4
	headroom      = 24
)

// elevationIn returns the largest elevation that fits into a box.
func elevationIn(z *game.ZoneView, from render.Side, in box) elevation {
	left, foot := 2*letter, letter*18/10
	e := elevation{zone: z, area: usedArea(z, ghost{}), from: from, box: in}
	e.u = roundSize((in.w - left - edge) / e.width())
	e.h = min(e.u, roundSize((in.h-foot-headroom)/max(highest(z)+1, minSideLevels)))
	e.u = min(e.u, roundSize(e.h*7/2))
	e.left = in.x + left + (in.w-left-edge-e.width()*e.u)/2
	e.floor = in.y + in.h - foot
	return e
}

// width returns the number of cells from left to right.
func (e elevation) width() int {
	if e.from == render.North || e.from == render.South {
		return e.cols
	}
	return e.rows
}

// facing returns the facing that points at the viewer.
func (e elevation) facing() game.Facing { return game.North + game.Facing(e.from) }

func (e elevation) depth() int { return e.cols + e.rows - e.width() }

// place returns where a column and row appears: how far to the right and how near, both from 0.
func (e elevation) place(c game.Cell) (right, near int) {
	return e.from.Place(int(c.Col), int(c.Row), e.shown())
}

func (e elevation) draw(l *render.List) {
	l.Note("zone %d from the %s", e.zone.Number, e.facing())
	e.drawSky(l)
	for near := range e.depth() {
		e.drawBridges(l, near)
		e.drawTowers(l, near)
	}
}

func (e elevation) drawSky(l *render.List) {
	drawSky(l, box{e.x, e.y, e.w, e.floor - e.y})
	l.Area(e.x, e.floor, e.w, e.y+e.box.h-e.floor, ground)
	l.Area(e.x, e.floor, e.w, 4, groundLine)
	style := render.Bold(letter, note)
	each := labelInterval(letter*13/10, e.h)
	for level := 1; level <= game.MaxLevel && e.floor-level*e.h >= e.y+letter/2; level++ {
		y := e.floor - level*e.h
		l.Area(e.left, y, e.width()*e.u, 1, render.Sky.At(10))
		if level%each == 0 {
			l.Text(style, e.left-letter*4/10, y+(e.h+letter)/2, render.Right, strconv.Itoa(level))
		}
	}
	each = labelInterval(style.Width("00")+letter*5/10, e.u)
	for i := range e.width() {
		if i%each == 0 {
			l.Text(style, e.left+i*e.u+e.u/2, e.floor+letter*15/10, render.Centre, e.from.Label(i, e.shown()))
		}
	}
}

// haze returns how much paler things are at a distance, in steps of a ramp.
func (e elevation) haze(near int) int { return (e.depth() - 1 - near) * 7 / e.depth() }

func (e elevation) spot(right int, level uint8) (x, y int) {
	return e.left + right*e.u, e.floor - int(level)*e.h
}

func (e elevation) drawTowers(l *render.List, near int) {
	for i := range e.zone.Towers {
		t := &e.zone.Towers[i]
		right, depth := e.place(t.At)
		if depth != near {
			continue
		}
		l.Note("tower %s %s", t.At, t.Facing)
		x, y := e.spot(right, t.At.Level)
		// Facings are a quarter turn apart: 0 points at the viewer.
		turned := uint8(t.Facing+4-e.facing()) % 4
		l.Put(sideTowerSprite(turned, e.haze(near), e.u, e.h), x, y)
		if t.New {
			e.drawMark(l, x, y, e.u)
		}
		if len(t.Nobles) > 0 {
			e.drawNobles(l, t, x, y)
		}
	}
}

// drawMark frames a new piece that is w pixels wide, within its edges.
func (e elevation) drawMark(l *render.List, x, y, w int) {
	u := min(e.u, e.h)
	in := px(u, .2)
	l.Put(frameSprite(w-in, e.h-in, u), x+w/2, y+e.h/2)
}

// leastPlaque is the width of the narrowest plaque on which one can read "+1".
const leastPlaque = 18

// drawNobles draws the noble in front of those in a tower's column and level, and how many more
// stand there if there is room. It draws nothing if another tower there is nearer.
func (e elevation) drawNobles(l *render.List, t *game.TowerView, x, y int) {
	right, near := e.place(t.At)
	more := -1
	for i := range e.zone.Towers {
		other := &e.zone.Towers[i]
		r, n := e.place(other.At)
		if r != right || other.At.Level != t.At.Level || len(other.Nobles) == 0 {
			continue
		}
		if n > near {
			return
		}
		more += len(other.Nobles)
	}
	r := px(min(e.u, e.h+headroom), .23)
	w, h := e.u-2*r-4, min(max(e.h*2/3, render.MinScenery), letter)
	if more == 0 || w < leastPlaque {
		l.Put(figureSprite(t.Nobles[0], r), x+e.u/2, y)
		return
	}
	l.Put(figureSprite(t.Nobles[0], r), x+r+1, y)
	l.Put(plaqueSprite("+"+strconv.Itoa(more), w, h, paper, ink), x+e.u-w-1, y-h-2)
}

func (e elevation) drawBridges(l *render.List, near int) {
	for i := range e.zone.Bridges {
		b := &e.zone.Bridges[i]
		cells := b.Cells()
		r0, n0 := e.place(cells[0])
		r1, n1 := e.place(cells[2])
		if max(n0, n1) != near {
			continue
		}
		l.Note("bridge %s", b)
		x, y := e.spot(min(r0, r1), b.From.Level)
		long := r0 != r1
		l.Put(sideBridgeSprite(long, e.haze(near), e.u, e.h), x, y)
		if b.New {
			e.drawMark(l, x, y, (1+max(r0-r1, r1-r0))*e.u)
		}
	}
}

// drawFigures draws nobles side by side, centred on a tower u wide.
func drawFigures(l *render.List, nobles []game.NobleView, x, y, u int) {
	r := px(u, .24)
	if len(nobles) > 1 {
		r = px(u, .16)
	}
	for i, n := range nobles {
		l.Put(figureSprite(n, r), x+(2*i+1-len(nobles))*u/(2*len(nobles)), y)
	}
}
