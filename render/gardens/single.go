package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// This file draws the pictures of one garden. Letters are 22 pixels high on phones, so they are
// still 11 pixels high when a picture is shown 400 pixels wide.

const (
	phoneWidth  = 800
	phoneLetter = 22
)

func newPanel(v *game.View, g *game.GardenView, r render.Request, x, y, w, letter int) panel {
	return panel{view: v, garden: g, name: r.Name(g.Seat), x: x, y: y, w: w, letter: letter}
}

// topPicture shows a garden from above.
func topPicture(v *game.View, g *game.GardenView, r render.Request) *render.List {
	u, letter, width := 88, phoneLetter, phoneWidth
	if r.Scale == render.Large {
		u, letter, width = 112, 20, 1000
	}
	head := newPanel(v, g, r, letter, letter/2, width-2*letter, letter)
	y := letter + head.height()
	b := board{garden: g, x: (width-holes*u)/2 + letter*6/10, y: y + letter/2, u: u, digits: max(letter, px(u, .25)),
		ghost: newGhost(r)}
	l := render.NewList(width, b.y+holes*u+letter*5/2, paper)
	head.draw(l)
	b.draw(l, letter)
	return l
}

// sidePicture shows a garden from one side.
func sidePicture(v *game.View, g *game.GardenView, r render.Request, from side) *render.List {
	u, h, letter, width := 88, 104, phoneLetter, phoneWidth
	if r.Scale == render.Large {
		u, h, letter, width = 112, 120, 20, 1000
	}
	n := shownLevels(g)
	h = fitLevelHeight(n, h, 900)
	head := newPanel(v, g, r, letter, letter/2, width-2*letter, letter)
	y := letter + head.height()
	l := render.NewList(width, y+elevationHeight(n, h)+letter*3, paper)
	head.draw(l)
	s := strip{garden: g, from: from, x: 0, y: y, w: width, h: l.Height - y, letter: letter, u: u, level: h}
	s.draw(l)
	return l
}

// strip draws an elevation with its sky, axes and compass.
type strip struct {
	garden     *game.GardenView
	from       side
	x, y, w, h int
	letter     int
	u, level   int
	ghost      ghost
}

func (s strip) draw(l *render.List) {
	ground := s.y + s.h - s.letter*5/2
	// The sky gets brighter towards the horizon, in bands.
	const bands = 5
	high := ground - s.y
	for i := range bands {
		l.Area(s.x, s.y+i*high/bands, s.w, (i+1)*high/bands-i*high/bands, render.Sky.At(11+(i+2)/2))
	}
	l.Area(s.x, ground, s.w, s.h-high, render.Sand.At(13))
	x := max(s.x+(s.w-holes*s.u)/2+s.letter*7/10, s.x+s.rulerWidth())
	e := elevation{garden: s.garden, from: s.from, x: x, ground: ground, u: s.u, h: s.level, digits: s.letter,
		ghost: s.ghost}
	e.draw(l)
	size := max(s.letter*17/10, 30)
	l.Put(compassSprite(s.from, size), s.x+size*7/10, s.y+s.h-size*7/10)
}

// rulerWidth returns the width of the numbers of the levels.
func (s strip) rulerWidth() int {
	highest := strconv.Itoa(shownLevelsWithGhost(s.ghost, s.garden))
	return render.Bold(s.letter, ink).Width(highest) + s.letter*6/10
}

// compassSprite returns the sign of the side that the picture is seen from: an arrow onto a board
// with a north needle.
func compassSprite(from side, size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: compassPart, a: uint8(from), u: int16(size)}, func() *render.Sprite {
		return render.Draw("from the "+from.String(), size*3/2, size*3/2, size*3/4, size*3/4, func(p *render.Pen) {
			r := float64(size) / 2
			p.Circle(0, 0, r*1.35)
			p.Outline(render.White, render.Wood.At(4), r*.07)
			p.Box(-r*.45, -r*.45, r*.9, r*.9, r*.05)
			p.Outline(render.Sand.At(11), ink, r*.08)
			p.Polygon(pt(0, -r*.4), pt(r*.2, r*.1), pt(0, 0), pt(-r*.2, r*.1))
			p.Fill(ink)
			p.Rotated(float64(from)/4, func() {
				p.Polygon(pt(0, -r*.5), pt(r*.42, -r*1.15), pt(-r*.42, -r*1.15))
				p.Outline(render.Red.At(6), ink, r*.06)
			})
		})
	})
}

// isoPicture shows a garden from above the south-east.
func isoPicture(v *game.View, g *game.GardenView, r render.Request) *render.List {
	u, h, letter, width := 46, 58, phoneLetter, phoneWidth
	if r.Scale == render.Large {
		u, h, letter, width = 70, 84, 20, 1200
	}
	n := shownLevels(g)
	h = fitLevelHeight(n, h, 500)
	head := newPanel(v, g, r, letter, letter/2, width-2*letter, letter)
	above := max(0, elevationHeight(n, h)-u) // height of the part above the far corner
	y := letter + head.height()
	l := render.NewList(width, y+above+holes*u+u/2+letter*2, paper)
	l.Area(0, y, width, l.Height-y, render.Sky.At(13))
	head.draw(l)
	iso{garden: g, x: (width - 2*holes*u) / 2, y: y + above + holes*u/2, u: u, h: h, digits: letter}.draw(l)
	return l
}

// gardenPicture shows a garden from above and from its four sides.
func gardenPicture(v *game.View, g *game.GardenView, r render.Request) *render.List {
	if r.Scale == render.Phone {
		return gardenOnPhone(v, g, r)
	}
	const width, height, letter, split = 1200, 800, 17, 664
	l := render.NewList(width, height, paper)
	head := newPanel(v, g, r, letter, letter/2, split-2*letter, letter)
	head.draw(l)
	const u = 76
	ghost := newGhost(r)
	b := board{garden: g, x: 42, y: head.y + head.height() + 16, u: u, digits: 20, ghost: ghost}
	b.draw(l, letter)
	n := shownLevelsWithGhost(ghost, g)
	for i, from := range []side{south, west, north, east} {
		const each = height / 4
		h := fitLevelHeight(n, 60, each-letter*5/2)
		strip{garden: g, from: from, x: split, y: i * each, w: width - split, h: each - 3, letter: 13, u: 56, level: h,
			ghost: ghost}.draw(l)
	}
	return l
}

func gardenOnPhone(v *game.View, g *game.GardenView, r render.Request) *render.List {
	l := topPicture(v, g, r)
	ghost := newGhost(r)
	n := shownLevelsWithGhost(ghost, g)
	h := fitLevelHeight(n, 56, 400)
	each := elevationHeight(n, h) + phoneLetter*3
	y := l.Height
	l.Height += 2*each + 6
	for i, from := range []side{south, west, north, east} {
		strip{garden: g, from: from, x: i % 2 * (phoneWidth/2 + 3), y: y + i/2*(each+6), w: phoneWidth/2 - 3, h: each,
			letter: phoneLetter, u: 43, level: h, ghost: ghost}.draw(l)
	}
	return l
}

// quarryPicture shows the rounds and the quarry.
func quarryPicture(v *game.View, r render.Request) *render.List {
	q, letter, width := 182, phoneLetter, phoneWidth
	if r.Scale == render.Large {
		q, letter, width = 220, 24, 960
	}
	rounds := track{view: v, x: letter, y: letter / 2, w: width - 2*letter, letter: letter}
	y := letter + rounds.height()
	l := render.NewList(width, y+quarrySide*q+letter*5/2, paper)
	rounds.draw(l)
	m := quarry{view: v, x: (width-quarrySide*q)/2 + letter/2, y: y, q: q, letter: letter}
	m.draw(l)
	m.drawMark(l, markedCell(r), render.Verdict(r.Ghost.Legal))
	return l
}
