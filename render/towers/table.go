package towers

import (
	"cmp"
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// leastCorner is the least height in pixels of the building from a corner.
const leastCorner = 150

// leastStrip is the least width or height of a strip beside or below a long building's plan.
const leastStrip = 200

// tablePicture shows the building of a tactical game from above and, if there is room, from a
// corner, beside who leads on which level and the players.
func tablePicture(s scene) *render.List {
	l := newPicture()
	side := beside
	rows := len(s.view.Players) * rowHeight
	drawBuilding(l, s, drawLadder(l, s, box{side.x, side.y, side.w, side.h - rows - edge}))
	for i := range s.view.Players {
		drawRow(l, s, engine.Seat(i+1), box{side.x, side.y + side.h - rows + 2 + i*rowHeight, side.w, rowHeight - 4})
	}
	return l
}

// topPicture helps to choose a move in a tactical game: the building from above with the ghost,
// beside it the ghost's level, who leads then, and the pieces left.
func topPicture(s scene) *render.List {
	l := newPicture()
	side := beside
	if s.ghost.isShown() {
		drawCard(l, s, box{side.x, side.y, side.w, cardHeight})
		side.y, side.h = side.y+cardHeight+edge, side.h-cardHeight-edge
	}
	seat := cmp.Or(s.req.Seat, s.view.Active)
	if seat > 0 {
		side.h -= supplyHeight + edge
		drawSupply(l, s, seat, box{side.x, side.y + side.h + edge, side.w, supplyHeight})
	}
	drawBuilding(l, s, drawLadder(l, s, side))
	return l
}

// beside is the part of the picture at the right of the plan.
var beside = box{render.Height + edge - 4, edge, render.Width - render.Height - 2*edge + 8, render.Height - 2*edge}

// drawBuilding draws the building from above at the left, and from a corner in the larger of the
// part below the ladder and the strip that a long building leaves free.
func drawBuilding(l *render.List, s scene, below box) {
	plan := boardIn(s.zones[0], s.ghost, box{w: render.Height, h: render.Height}, true)
	trimmed, strip := plan.trimmed()
	corner := cornerIn(s, below)
	beside := cornerIn(s, strip)
	if beside.u > corner.u {
		plan, corner = trimmed, beside
	}
	plan.draw(l)
	if corner.u > 0 {
		l.Scenery(func() { corner.draw(l) })
	}
}

// cornerIn returns the building from a corner, the zero iso without room.
func cornerIn(s scene, in box) iso {
	if in.h < leastCorner {
		return iso{}
	}
	return isoIn(s.zones[0], s.ghost, in, 0)
}

const (
	cardHeight   = 96
	supplyHeight = 2 * rowHeight
)

// drawCard draws the ghost in large with its level and verdict; for a swap two pieces.
func drawCard(l *render.List, s scene, in box) {
	g := s.ghost
	g.beside = nil
	l.Note("ghost")
	l.Put(render.Plate("card "+g.fits.String(), in.w, in.h, 14, 6, render.White, g.fits.Colour()), in.x, in.y)
	shown := g.pieces()
	size := render.Choose(len(shown) > 1, 40, 56)
	slot := in.w / render.Choose(len(shown) > 1, 5, 3)
	x, middle := in.x+slot/2, in.y+in.h/2
	for _, g := range shown {
		switch {
		case g.IsBridge():
			l.Put(bridgeSign(size), x, middle)
		case g.Facing != 0:
			l.Put(towerSprite(ghostShade, g.Facing, false, size+8), x, middle)
		default:
			l.Put(tokenSprite(g.Noble, size*38/100), x, middle+size/10)
		}
		l.Text(render.Bold(size, ink), x+slot, middle+size/2, render.Centre, strconv.Itoa(int(g.At.Level)))
		x += 2 * slot
	}
	l.Put(g.fits.Sign(size), x, middle)
}

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
		style := render.Bold(letter+3, render.Choose(piece.left == 0, spent, ink))
		l.Text(style, x+16, y+style.Height/2, render.Left, strconv.Itoa(piece.left))
	}
}
