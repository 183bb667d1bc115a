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
	view *game.View
	// before is view itself if no changes are marked.
	before *game.View
	ghosts []ghost
	m      *measures
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
			b.newLot(&b.view.Players[j], at, y).draw(l)
		}
		l.Put(wallSprite(wallWidth, b.m.row, b.view.Final), (render.Width-wallWidth)/2, y)
		l.Put(plaqueSprite(at, wallWidth-24, b.m.row-15, false), render.Width/2, y+b.m.row/2)
	}
}

// lot is a player's half of a site.
type lot struct {
	board
	half
	player, was  *game.PlayerView
	at           game.People
	site, before *game.SiteView
	// y is the upper side of the row, foot the upper side of the ground line below.
	y, foot int
}

func (b board) newLot(p *game.PlayerView, at game.People, y int) lot {
	was := &b.before.Players[p.Seat-1]
	return lot{b, halfOf(p.Seat), p, was, at, &p.Sites[at-1], &was.Sites[at-1], y, y + b.m.row - ground}
}

func (s lot) draw(l *render.List) {
	l.Note("seat %d: temple %d, column of %d", s.player.Seat, templeValue(s.site.Temple), len(s.site.Column))
	const cell = wallWidth / 2
	floor := plain
	switch {
	case s.player.Pawn == s.at:
		floor = lit
	case s.at%2 == 0:
		floor = under
	}
	const wide = boardReach - cell - cellWidth
	l.Area(s.left(cell+cellWidth, wide), s.y, wide, s.m.row-ground, floor)
	l.Area(s.left(cell, boardReach-cell), s.foot, boardReach-cell, ground, render.Clay.At(7))
	s.drawCell(l)
	s.drawTemple(l)
	s.drawPawn(l)
	s.drawColumn(l)
	for _, g := range s.ghosts {
		s.drawGhost(l, g)
	}
}

// pawnPlace is the distance of a pawn from the middle of the picture.
const pawnPlace = wallWidth/2 + cellWidth - 22

// drawPawn draws a pawn in front of the temple, or footprints where it stood.
func (s lot) drawPawn(l *render.List) {
	switch s.at {
	case s.player.Pawn:
		l.Put(pawnSprite(s.player.Seat, s.m.pawn, s.was.Pawn != s.at), s.x(pawnPlace), s.foot)
	case s.was.Pawn:
		l.Put(footprintSprite(s.player.Seat, s.m.pawn), s.x(pawnPlace), s.foot)
	}
}

// half is the left half of a picture, for seat 1, or the right one, for seat 2. They are mirror
// images: places are given by their distance from the middle of the picture.
type half struct {
	right bool
}

func halfOf(seat engine.Seat) half { return half{right: seat == 2} }

func (s half) x(distance int) int {
	return render.Width/2 + render.Choose(s.right, distance, -distance)
}

// left returns the left side of something w wide that reaches outwards from a place.
func (s half) left(distance, w int) int {
	return render.Width/2 + render.Choose(s.right, distance, -distance-w)
}

// outwards aligns text that starts at its inner end.
func (s half) outwards() render.Align { return render.Choose(s.right, render.Left, render.Right) }
