package babel

import (
	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// measures holds the heights in pixels that differ between the pictures.
type measures struct {
	row int
	// hat is the room above cards in which fresh cards stand out.
	hat   int
	step  int
	pawn  int
	value int
	head  int
}

var (
	tableMeasures = measures{row: 101, hat: 10, step: 15, pawn: 70, value: 40, head: 112}
	handMeasures  = measures{row: 84, hat: 8, step: 12, pawn: 60, value: 36, head: 60}
	boardMeasures = measures{row: 57, hat: 6, step: 8, pawn: 46, value: render.MinReadable}
)

const (
	margin = 8
	// boardReach is the distance of the board's edge from the middle of the picture.
	boardReach = render.Width/2 - margin - edge
	edge       = 4
	// ground is the height of the ground line below a row.
	ground      = 5
	wallWidth   = 76
	cellWidth   = 138
	countLetter = 30
)

func (m *measures) cardHeight() int { return m.row - ground - m.hat - 5 }

// halfCardHeight is for a column in two lines.
func (m *measures) halfCardHeight() int { return (m.row-ground-2)/2 - halfHat }

// halfHat is the room above cards in two lines in which fresh cards stand out.
const halfHat = 6

// board draws the five sites below each other, with the wall between the sides.
type board struct {
	view, before *game.View
	ghosts       []ghost
	m            *measures
	// top is the upper side of the first row.
	top int
}

func (b board) height() int { return game.NumPeoples * b.m.row }

func (b board) draw(l *render.List) {
	const x = render.Width/2 - boardReach
	h := b.height()
	l.Area(x-edge, b.top-edge, 2*(boardReach+edge), h+2*edge, frame)
	for i := range b.view.Players {
		seat := engine.Seat(i + 1)
		l.Part("side", seat, halfOf(seat).left(wallWidth/2, boardReach-wallWidth/2), b.top, boardReach-wallWidth/2, h)
	}
	for i := range game.NumPeoples {
		at := game.People(i + 1)
		y := b.top + i*b.m.row
		l.Note("site %s", at)
		for j := range b.view.Players {
			b.drawSide(l, &b.view.Players[j], at, y)
		}
		l.Put(wallSprite(wallWidth, b.m.row, b.view.Final), (render.Width-wallWidth)/2, y)
		l.Put(plaqueSprite(at, wallWidth-24, b.m.row-15, false), render.Width/2, y+b.m.row/2)
	}
}

// drawSide draws a player's half of a site; y is the upper side of the row.
func (b board) drawSide(l *render.List, p *game.PlayerView, at game.People, y int) {
	s := halfOf(p.Seat)
	site := &p.Sites[at-1]
	var before *game.SiteView
	if b.before != nil {
		before = &b.before.Players[p.Seat-1].Sites[at-1]
	}
	l.Note("seat %d: temple %d, column of %d", p.Seat, templeValue(site.Temple), len(site.Column))
	const cell = wallWidth / 2
	floor := plain
	switch {
	case p.Pawn == at:
		floor = lit
	case at%2 == 0:
		floor = under
	}
	const wide = boardReach - cell - cellWidth
	l.Area(s.left(cell+cellWidth, wide), y, wide, b.m.row-ground, floor)
	l.Area(s.left(cell, boardReach-cell), y+b.m.row-ground, boardReach-cell, ground, render.Clay.At(7))
	b.drawCell(l, p, at, y)
	temple{half: s, m: b.m, site: site, before: before, foot: y + b.m.row - ground}.draw(l)
	b.drawPawn(l, p, at, y+b.m.row-ground)
	column{half: s, m: b.m, site: site, before: before, top: y, seat: p.Seat, where: at, ghosts: b.ghosts}.draw(l)
	for _, g := range b.ghosts {
		b.drawGhost(l, g, p, at, y)
	}
}

// pawnPlace is the distance of a pawn from the middle of the picture.
const pawnPlace = wallWidth/2 + cellWidth - 22

// drawPawn draws a pawn in front of the temple, or footprints where it stood.
func (b board) drawPawn(l *render.List, p *game.PlayerView, at game.People, foot int) {
	x := halfOf(p.Seat).x(pawnPlace)
	was := p.Pawn
	if b.before != nil {
		was = b.before.Players[p.Seat-1].Pawn
	}
	switch {
	case p.Pawn == at:
		l.Put(pawnSprite(p.Seat, b.m.pawn, was != at), x, foot)
	case was == at:
		l.Put(footprintSprite(p.Seat, b.m.pawn), x, foot)
	}
}

// half is the left half of a picture, for seat 1, or the right one, for seat 2. They are mirror
// images: places are given by their distance from the middle of the picture.
type half struct {
	right bool
}

func halfOf(seat engine.Seat) half { return half{right: seat == 2} }

func (s half) x(distance int) int {
	if s.right {
		return render.Width/2 + distance
	}
	return render.Width/2 - distance
}

// left returns the left side of something w wide that reaches outwards from a place.
func (s half) left(distance, w int) int {
	if s.right {
		return render.Width/2 + distance
	}
	return render.Width/2 - distance - w
}

// outwards aligns text that starts at its inner end.
func (s half) outwards() render.Align {
	if s.right {
		return render.Left
	}
	return render.Right
}
