package towers

import (
	"slices"
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// leastCorner is the least height of the building from a corner.
const leastCorner = 150

// tablePicture shows the building of a tactical game from above with its new pieces marked, and
// beside it who leads on which level, the players, and the building from a corner if there is room.
func tablePicture(s scene) *render.List {
	l := newPicture()
	b, side := drawPlan(l, s)
	rows := len(s.view.Players) * rowHeight
	rest := drawLadder(l, s, box{side.x, side.y, side.w, side.h - rows - edge})
	if free := b.freeCorner(); rest.h < leastCorner && free.h >= leastCorner {
		l.Area(free.x-3, free.y-3, free.w+6, free.h+6, frame)
		rest = free
	}
	drawCorner(l, s, rest)
	for i := range s.view.Players {
		drawRow(l, s, engine.Seat(i+1), box{side.x, side.y + side.h - rows + 2 + i*rowHeight, side.w, rowHeight - 4})
	}
	return l
}

// topPicture helps to choose a move in a tactical game. It shows the building from above with the
// ghost, and beside it the ghost's level, who leads on which level then, and the pieces left.
func topPicture(s scene) *render.List {
	l := newPicture()
	_, side := drawPlan(l, s)
	if s.ghost.shown() {
		drawCard(l, s, box{side.x, side.y, side.w, cardHeight})
		side.y, side.h = side.y+cardHeight+edge, side.h-cardHeight-edge
	}
	seat := s.req.Seat
	if seat == 0 {
		seat = s.view.Active
	}
	if seat > 0 {
		side.h -= supplyHeight + edge
		drawSupply(l, s, seat, box{side.x, side.y + side.h + edge, side.w, supplyHeight})
	}
	drawCorner(l, s, drawLadder(l, s, side))
	return l
}

// drawPlan draws the building at the left, and returns the board and the rest of the picture.
func drawPlan(l *render.List, s scene) (b board, rest box) {
	b = boardIn(s.zones[0], s.ghost, box{w: render.Height, h: render.Height}, true)
	b.draw(l)
	x := b.w + edge - 4
	return b, box{x, edge, render.Width - edge + 4 - x, render.Height - 2*edge}
}

// freeCorner returns the largest part of the board in one of its corners where nothing stands.
func (b board) freeCorner() (free box) {
	cells := inOrder(b.zone)
	for corner := range 4 {
		for rows := 2; rows < b.rows; rows++ {
			cols := rows * 4 / 3
			part := area{b.col + corner%2*(b.cols-cols), b.row + corner/2*(b.rows-rows), cols, rows}
			if cols > b.cols || slices.ContainsFunc(cells, area{part.col - 1, part.row - 1, cols + 2, rows + 2}.has) {
				break
			}
			if high := rows*b.u - 2*edge; high > free.h {
				x, y := b.corner(game.Cell{Col: uint8(part.col), Row: uint8(part.row + rows - 1)})
				free = box{x + edge, y + edge, cols*b.u - 2*edge, high}
			}
		}
	}
	return free
}

// drawCorner draws the building from a corner if there is room.
func drawCorner(l *render.List, s scene, in box) {
	if in.h >= leastCorner {
		l.Scenery(func() { isoIn(s.zones[0], s.ghost, in, 0).draw(l) })
	}
}

const (
	cardHeight   = 96
	supplyHeight = 2 * rowHeight
)

// drawCard draws the ghost in large: the piece, its level, and whether it may be placed there.
func drawCard(l *render.List, s scene, in box) {
	g := s.ghost
	l.Note("ghost")
	l.Put(render.Plate("card "+g.fits.String(), in.w, in.h, 14, 6, render.White, g.fits.Colour()), in.x, in.y)
	middle := in.y + in.h/2
	step := in.w / 6
	x := in.x + step + 4
	if p := g.partner(); p.shown() {
		step = in.w / 8
		x = in.x + step
		drawLevelOf(l, g, x, middle, 0, step)
		x += 3 * step
		drawLevelOf(l, p, x, middle, 0, step)
		x += 3 * step
	} else {
		drawLevelOf(l, g, x, middle, 56, 2*step)
		x += 4 * step
	}
	l.Put(g.fits.Sign(56), x, middle)
}

// drawLevelOf draws a ghost's piece at x, and its level step pixels to the right.
func drawLevelOf(l *render.List, g ghost, x, middle, high, step int) {
	size := max(high, 40)
	switch {
	case g.IsBridge():
		l.Put(bridgeSign(size), x, middle)
	case g.Facing != 0:
		l.Put(towerSprite(ghostShade, g.Facing, false, size+8), x, middle)
	default:
		l.Put(tokenSprite(g.Noble, size*38/100), x, middle+size/10)
	}
	style := render.Bold(max(high, letter+3), ink)
	l.Text(style, x+step, middle+style.Height/2, render.Centre, strconv.Itoa(int(g.At.Level)))
}

// drawSupply draws the pieces that a player may still place.
func drawSupply(l *render.List, s scene, seat engine.Seat, in box) {
	p := &s.view.Players[seat-1]
	l.Note("pieces of seat %d", seat)
	noble := game.NobleView{Colour: p.Colour, Size: game.Small}
	crowned := game.NobleView{Colour: p.Colour, Size: game.Large}
	l.Put(rowSprite(render.Waiting, in.w, in.h), in.x, in.y)
	l.Part("left", seat, in.x, in.y, in.w, in.h)
	for i, piece := range []struct {
		sign *render.Sprite
		left int
		drop int
	}{
		{towerSign(40), p.Towers, 0}, {bridgeSign(46), p.Bridges, 0},
		{tokenSprite(noble, token), p.Small, 0}, {tokenSprite(crowned, token), p.Large, 5},
	} {
		x, y := in.x+in.w*(1+2*(i%2))/4, in.y+in.h*(1+2*(i/2))/4
		l.Put(piece.sign, x-30, y+piece.drop)
		style := render.Bold(letter+3, ink)
		if piece.left == 0 {
			style.Colour = spent
		}
		l.Text(style, x+16, y+style.Height/2, render.Left, strconv.Itoa(piece.left))
	}
}
