package towers

import (
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// side is where one looks at a building from: the facing that is towards whoever
// looks.
type side game.Facing

// The sides.
const (
	north = side(game.North)
	east  = side(game.East)
	south = side(game.South)
	west  = side(game.West)
)

// elevation is a zone from a side, without perspective.
type elevation struct {
	zone *game.ZoneView
	area
	from side
	// box is what the sky fills.
	box
	// left is where the first column or row begins, floor the height of the
	// table; u is the width of a cell and h the height of a level.
	left, floor, u, h int
	// digits is the height of letters at the edges.
	digits int
}

// lowest is the least number of levels that a side has room for.
const lowest = 4

// levelsOf is the number of levels that a side shows, one more than stand.
func levelsOf(z *game.ZoneView) int { return max(highest(z)+1, lowest) }

// elevationIn is a side as large as fits into a box.
func elevationIn(z *game.ZoneView, from side, in box, digits int) elevation {
	e := elevation{zone: z, area: areaOf(z, 1), from: from, box: in, digits: digits}
	e.u = inSteps((in.w - 3*digits) / e.wide())
	e.h = min(e.u, inSteps((in.h-digits*3)/levelsOf(z)))
	e.u = min(e.u, inSteps(e.h*3/2))
	e.left = in.x + digits*2 + (in.w-3*digits-e.wide()*e.u)/2
	e.floor = in.y + in.h - digits*22/10
	return e
}

// elevationHigh is how high a side is that is so wide.
func elevationHigh(z *game.ZoneView, from side, w, digits int) int {
	e := elevationIn(z, from, box{w: w, h: 1 << 20}, digits)
	return e.h*levelsOf(z) + digits*3
}

// wide is how many cells are seen beside each other, deep behind each other.
func (e elevation) wide() int {
	if e.from == north || e.from == south {
		return e.cols
	}
	return e.rows
}

func (e elevation) deep() int { return e.cols + e.rows - e.wide() }

// place is where a column and row is seen: how far to the right, and how near,
// both from 0.
func (e elevation) place(c game.Cell) (right, near int) {
	col, row := int(c.Col)-e.col, int(c.Row)-e.row
	switch e.from {
	case north:
		return e.cols - 1 - col, row
	case east:
		return row, col
	case south:
		return col, e.rows - 1 - row
	}
	return e.rows - 1 - row, e.cols - 1 - col
}

// nameAt names the column or row seen at a place from the left.
func (e elevation) nameAt(right int) string {
	switch e.from {
	case north:
		return columnName(e.col + e.cols - 1 - right)
	case east:
		return strconv.Itoa(e.row + right + 1)
	case south:
		return columnName(e.col + right)
	}
	return strconv.Itoa(e.row + e.rows - right)
}

func (e elevation) draw(l *render.List) {
	l.Note("zone %d from the %s", e.zone.Number, game.Facing(e.from))
	e.drawSky(l)
	for near := range e.deep() {
		e.drawBridges(l, near)
		e.drawTowers(l, near)
	}
}

func (e elevation) drawSky(l *render.List) {
	for i := range 3 {
		top := (e.floor - e.y) * i / 3
		l.Area(e.x, e.y+top, e.w, e.floor-e.y-top, render.Sky.At(12+i))
	}
	l.Area(e.x, e.floor, e.w, e.y+e.box.h-e.floor, render.Sand.At(11))
	l.Area(e.x, e.floor, e.w, max(2, e.u/16), frame)
	style := render.Bold(e.digits, label)
	each := every(e.digits*13/10, e.h)
	for level := 1; e.floor-level*e.h >= e.y+e.digits/2; level++ {
		y := e.floor - level*e.h
		l.Area(e.left, y, e.wide()*e.u, 1, render.Sky.At(10))
		if level%each == 0 {
			l.Text(style, e.left-e.digits*4/10, y+(e.h+e.digits)/2, render.Right, strconv.Itoa(level))
		}
	}
	each = every(style.Width("00")+e.digits*5/10, e.u)
	for i := range e.wide() {
		if i%each == 0 {
			l.Text(style, e.left+i*e.u+e.u/2, e.floor+e.digits*16/10, render.Centre, e.nameAt(i))
		}
	}
}

// haze is how much of the far end of the table is lost in the air, in steps of
// a ramp.
func (e elevation) haze(near int) int { return (e.deep() - 1 - near) * 5 / e.deep() }

// spot is the upper left corner of a cell.
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
		// Facings are a quarter turn apart: 0 is towards whoever looks.
		turned := uint8(t.Facing+4-game.Facing(e.from)) % 4
		l.Put(sideTowerSprite(turned, e.haze(near), e.u, e.h), x, y)
		if t.New {
			l.Put(sideFrameSprite(1, e.u, e.h), x, y)
		}
		e.drawNobles(l, t.Nobles, x, y)
	}
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
			wide := uint8(1)
			if long {
				wide = 3
			}
			l.Put(sideFrameSprite(wide, e.u, e.h), x, y)
		}
	}
}

// drawNobles draws who stands on a tower whose upper left corner is given.
func (e elevation) drawNobles(l *render.List, nobles []game.NobleView, x, y int) {
	drawFigures(l, nobles, x+e.u/2, y, e.u, e.h)
}

// drawFigures draws nobles beside each other, about the middle of a tower's top,
// u wide and with so much air above; a large one stands behind the small.
func drawFigures(l *render.List, nobles []game.NobleView, x, y, u, air int) {
	size := min(u, air)
	small := 0
	for _, n := range nobles {
		if n.Size == game.Large {
			l.Put(figureSprite(n, px(size, .24)), x, y)
		} else {
			small++
		}
	}
	r := px(size, .19)
	switch {
	case small < len(nobles):
		r = px(size, .14)
	case small > 2:
		r = px(size, .16)
	}
	step := u / max(small, 2)
	at := x - (small-1)*step/2
	if small == 1 && small < len(nobles) {
		at = x - u/3
	}
	for _, n := range nobles {
		if n.Size == game.Small {
			l.Put(figureSprite(n, r), at, y)
			at += step
		}
	}
}
