package towers

import (
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

const leastSide = 320

// tablePicture shows the building of a tactical game from above with its new pieces marked, and
// beside it the building from a corner and the players.
func tablePicture(s scene) *render.List {
	l := newPicture()
	b, side := drawBoard(l, s, tacticalCell)
	rows := len(s.view.Players) * rowHeight
	drawImpression(l, s, b, box{side.x, side.y, side.w, side.h - rows - edge})
	drawRows(l, s, side.x, side.y+side.h-rows+2, side.w)
	return l
}

// topPicture helps to choose a move in a tactical game. It shows the building from above with the
// ghost, and beside it the ghost's level, the building from a corner and the pieces left.
func topPicture(s scene) *render.List {
	l := newPicture()
	least := tacticalCell
	if s.ghost.shown() {
		least = roomyCell
	}
	b, side := drawBoard(l, s, least)
	if s.ghost.shown() {
		drawCard(l, s, box{side.x, side.y, side.w, cardHeight})
		side.y, side.h = side.y+cardHeight+edge, side.h-cardHeight-edge
	}
	seat := s.req.Seat
	if seat == 0 {
		seat = s.view.Active
	}
	rest := side
	if seat > 0 {
		rest.h -= supplyHeight + edge
		drawSupply(l, s, seat, box{side.x, side.y + side.h - supplyHeight, side.w, supplyHeight})
	}
	drawImpression(l, s, b, rest)
	return l
}

// drawBoard draws the board at the left, and returns the board and the rest of the picture.
func drawBoard(l *render.List, s scene, least int) (b board, rest box) {
	b = boardIn(s.zones[0], s.ghost, box{w: render.Width - leastSide - 2*edge, h: render.Height}, least, true)
	b.draw(l)
	x := b.w + edge
	return b, box{x, edge, render.Width - edge - x, render.Height - 2*edge}
}

// drawImpression draws the building from a corner, and from the south if there is room below. If
// the board shows only a part of the building, the rest is darker.
func drawImpression(l *render.List, s scene, b board, in box) {
	const least = 140
	z, side := s.zones[0], box{}
	if low := isoIn(z, s.ghost, in, 0).height(); in.h-low >= least+edge {
		side = box{in.x, in.y + low + edge, in.w, in.h - low - edge}
		in.h = low
	}
	v := isoIn(z, s.ghost, in, 0)
	v.near = b.area
	l.Scenery(func() {
		v.draw(l)
		if side.h > 0 {
			elevationIn(z, render.South, side, false).draw(l)
		}
	})
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
	level := int(g.At.Level)
	drawNumber(l, style, x+step-numberWidth(style, level)/2, middle+style.Height/2, level)
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
