package towers

import (
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// board draws a zone's table from above.
type board struct {
	zone  *game.ZoneView
	ghost ghost
	area
	// x, y is the upper left corner of the shown part; u is the width of a cell.
	x, y, u int
	// digits is the height of the letters at the edges.
	digits int
}

// boardIn returns the largest board that fits into a box, at its top. It has the ghost if that lies
// in its zone.
func boardIn(z *game.ZoneView, g ghost, in box, digits int) board {
	b := board{zone: z, area: boardArea(z, in.w, digits), digits: digits}
	if g.in(z) {
		b.ghost = g
		b.area = usedArea(z, 2).extendedTo(g.all())
	}
	left, foot := digits*2, digits*17/10
	b.u = roundSize(min((in.w-left)/b.cols, (in.h-foot)/b.rows))
	b.x = in.x + left + (in.w-left-b.cols*b.u)/2
	b.y = in.y
	return b
}

// boardHeight returns the height of a board at a width.
func boardHeight(z *game.ZoneView, w, digits int) int {
	a := boardArea(z, w, digits)
	return roundSize((w-digits*2)/a.cols)*a.rows + digits*17/10
}

// boardArea returns the area that a board of a width shows. If the cells would get small, there is
// less margin around the building.
func boardArea(z *game.ZoneView, w, digits int) area {
	a := usedArea(z, 2)
	if (w-digits*2)/a.cols*10 < 27*digits {
		a = usedArea(z, 1)
	}
	return a
}

// corner returns the upper left corner of a cell.
func (b board) corner(c game.Cell) (x, y int) {
	return b.x + (int(c.Col)-b.col)*b.u, b.y + (b.row+b.rows-1-int(c.Row))*b.u
}

func (b board) draw(l *render.List) {
	l.Note("zone %d from above", b.zone.Number)
	b.drawGround(l)
	for level := range highest(b.zone) {
		b.drawLevel(l, uint8(level+1))
	}
	all := newRoofs(b.zone)
	at, other := b.ghost.join(all), b.ghost.partner().join(all)
	for col := b.col; col < b.col+b.cols; col++ {
		for row := b.row; row < b.row+b.rows; row++ {
			if r := &all[col][row]; r.level > 0 {
				b.drawRoof(l, r, b.x+(col-b.col)*b.u, b.y+(b.row+b.rows-1-row)*b.u)
			}
		}
	}
	if b.ghost.shown() {
		b.drawGhost(l, at)
	}
	if b.ghost = b.ghost.partner(); b.ghost.shown() {
		b.drawGhost(l, other)
	}
}

func (b board) drawGround(l *render.List) {
	w, h := b.cols*b.u, b.rows*b.u
	edge := max(3, b.u/16)
	l.Area(b.x-edge, b.y-edge, w+2*edge, h+2*edge, frame)
	l.Area(b.x, b.y, w, h, ground)
	for i := 1; i < b.cols; i++ {
		l.Area(b.x+i*b.u, b.y, 1, h, groundLine)
	}
	for i := 1; i < b.rows; i++ {
		l.Area(b.x, b.y+i*b.u, w, 1, groundLine)
	}
	style := render.Bold(b.digits, label)
	each := labelInterval(b.digits*14/10, b.u)
	for i := range b.cols {
		if i%each == 0 {
			l.Text(style, b.x+i*b.u+b.u/2, b.y+h+b.digits*16/10, render.Centre, columnName(b.col+i))
		}
	}
	for i := range b.rows {
		if i%each == 0 {
			l.Text(style, b.x-b.digits*4/10, b.y+h-i*b.u-b.u/2+b.digits/2, render.Right, strconv.Itoa(b.row+i+1))
		}
	}
}

func columnName(col int) string { return string(rune('a' + col)) }

// labelInterval returns the interval of labels that fit: 1 for every label, 2 for every second and
// so on.
func labelInterval(needed, room int) int { return (needed + room - 1) / max(room, 1) }

func (b board) drawLevel(l *render.List, level uint8) {
	for i := range b.zone.Bridges {
		bridge := &b.zone.Bridges[i]
		if bridge.From.Level != level {
			continue
		}
		l.Note("bridge %s", bridge)
		x, y := b.corner(bridge.Arch())
		x, y = x+b.u/2, y+b.u/2
		l.Put(bridgeSprite(int(level), bridge.North, b.u), x, y)
		if bridge.New {
			l.Put(frameSprite(bridgeFrame(bridge.North), b.u), x, y)
		}
	}
	for i := range b.zone.Towers {
		t := &b.zone.Towers[i]
		if t.At.Level != level {
			continue
		}
		l.Note("tower %s %s", t.At, t.Facing)
		x, y := b.corner(t.At)
		x, y = x+b.u/2, y+b.u/2
		l.Put(towerSprite(int(level), b.u), x, y)
		l.Put(gateSprite(t.Facing, b.u), x, y)
		if t.New {
			l.Put(frameSprite(cellFrame, b.u), x, y)
		}
	}
}

// drawRoof writes the height of a cell and draws its nobles.
func (b board) drawRoof(l *render.List, r *roof, x, y int) {
	number := strconv.Itoa(r.level)
	switch {
	case len(r.nobles) > 0:
		// Two digits beside a crown have the same room as one.
		high := px(b.u, .35-.07*float64(len(number)-1))
		l.Text(render.Bold(high, ink), x+px(b.u, .26), y+px(b.u, .11)+high, render.Centre, number)
		b.drawNobles(l, r.nobles, x, y)
	case len(r.below) > 0:
		// No noble stands on top, so the nobles below get the room.
		l.Text(render.Bold(px(b.u, .34), ink), x+b.u/2, y+px(b.u, .47), render.Centre, number)
		b.drawBelow(l, r, x, y)
	default:
		high := px(b.u, .48)
		l.Text(render.Bold(high, ink), x+b.u/2, y+(b.u+high)/2, render.Centre, number)
	}
}

func (b board) drawNobles(l *render.List, nobles []game.NobleView, x, y int) {
	nobles, spots := noblePositions(nobles)
	for i, n := range nobles {
		s := spots[i]
		l.Put(tokenSprite(n, px(b.u, s.r)), x+px(b.u, s.x), y+px(b.u, s.y))
	}
}

// drawBelow draws the nobles under an arch, and their level.
func (b board) drawBelow(l *render.List, r *roof, x, y int) {
	style := render.Bold(px(b.u, .2), render.White)
	l.Area(x+px(b.u, .04), y+px(b.u, .58), b.u-2*px(b.u, .04), px(b.u, .36), shadow)
	l.Text(style, x+px(b.u, .17), y+px(b.u, .76)+style.Height/2, render.Centre, strconv.Itoa(r.under))
	for i, n := range r.below {
		l.Put(tokenSprite(n, px(b.u, .13)), x+px(b.u, .38+.19*float64(i)), y+px(b.u, .77))
	}
}
