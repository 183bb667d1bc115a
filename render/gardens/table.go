package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// tablePicture shows the rounds, the quarry, the supply, the scores and all gardens.
func tablePicture(v *game.View, r render.Request) *render.List {
	if r.Scale == render.Phone {
		return tableOnPhone(v, r)
	}
	const width, height, letter = 1600, 1200, 18
	const side, middle = 538, 498
	l := render.NewList(width, height, paper)
	rounds := track{view: v, x: 20, y: 8, w: width - 40, letter: 20}
	rounds.draw(l)
	top := rounds.y + rounds.height() + 10

	x := side + 26
	q := quarry{view: v, x: x + 34, y: top + 4, q: 116, letter: 16}
	q.draw(l)
	s := supply{view: v, x: x + 20, y: q.y + quarrySide*q.q + 48, w: middle - 30, n: 4, letter: letter}
	s.draw(l)
	pad := scorepad{view: v, x: x + 10, y: s.y + s.height() + 16, w: middle - 30, row: 40, letter: 17}
	pad.draw(l)

	slot := (height - top) / 2
	right := width - side + 14
	slots := [4][2]int{{14, top}, {right, top}, {right, top + slot}, {14, top + slot}}
	for i := range v.Gardens {
		drawSlot(l, v, &v.Gardens[i], r, slots[i][0], slots[i][1], side-28)
	}
	// With fewer than four players, the free slots show gardens from their corner.
	switch len(v.Gardens) {
	case 2:
		drawIsoSlot(l, v, &v.Gardens[0], slots[3][0], slots[3][1], side-28, slot-20)
		drawIsoSlot(l, v, &v.Gardens[1], slots[2][0], slots[2][1], side-28, slot-20)
	case 3:
		drawIsoSlot(l, v, &v.Gardens[r.Seat-1], slots[3][0], slots[3][1], side-28, slot-20)
	}
	return l
}

// drawSlot draws a player's panel and the garden below it.
func drawSlot(l *render.List, v *game.View, g *game.GardenView, r render.Request, x, y, w int) {
	const u, letter = 53, 16
	head := newPanel(v, g, r, x, y, w, letter)
	head.draw(l)
	board{garden: g, x: x + (w-holes*u)/2 + 8, y: y + head.height() + 4, u: u, digits: 16}.draw(l, 14)
}

func drawIsoSlot(l *render.List, v *game.View, g *game.GardenView, x, y, w, h int) {
	u := w / (2*holes + 1)
	level := fitLevelHeight(shownLevels(g), u*3/2, h-holes*u-20)
	digits := max(13, u/2)
	l.Put(render.SeatChip(statusOf(v, g), 36), x+20, y+30)
	l.Text(render.Bold(18, ink), x+20, y+39, render.Centre, g.Seat.String())
	l.Put(flowerSprite(g.Flower, 36), x+68, y+30)
	iso{garden: g, x: x + (w-2*holes*u)/2, y: y + h - holes*u/2 - digits*2, u: u, h: level, digits: digits}.draw(l)
}

// tableOnPhone shows the same in one column, with total scores instead of the score pad.
func tableOnPhone(v *game.View, r render.Request) *render.List {
	const letter, u = phoneLetter, 42
	l := render.NewList(phoneWidth, 0, paper)
	rounds := track{view: v, x: 12, y: 8, w: phoneWidth - 24, letter: letter}
	rounds.draw(l)
	q := quarry{view: v, x: 46, y: rounds.y + rounds.height() + 12, q: 122, letter: letter}
	q.draw(l)
	x := q.x + quarrySide*q.q + 20
	for i := range v.Gardens {
		drawTotal(l, v, &v.Gardens[i], x, q.y+i*76+6)
	}
	s := supply{view: v, x: x, y: q.y + 4*76 + 20, w: phoneWidth - x, n: 2, letter: letter}
	s.draw(l)

	const cell, row = phoneWidth / 2, holes*u + 196
	y := q.y + quarrySide*q.q + 60
	for i := range v.Gardens {
		left, top := i%2*cell+8, y+i/2*row
		head := newPanel(v, &v.Gardens[i], r, left, top, cell-20, letter)
		head.draw(l)
		b := board{garden: &v.Gardens[i], x: left + 34, y: top + head.height() + 6, u: u, digits: 20}
		b.draw(l, letter)
	}
	if len(v.Gardens) == 3 {
		drawIsoSlot(l, v, &v.Gardens[r.Seat-1], cell, y+row, cell-8, row-20)
	}
	l.Height = y + (len(v.Gardens)+1)/2*row
	return l
}

// drawTotal draws a seat's total score in one line.
func drawTotal(l *render.List, v *game.View, g *game.GardenView, x, y int) {
	const c = phoneLetter
	middle := y + c
	l.Put(render.SeatChip(statusOf(v, g), c*2), x+c, middle)
	l.Text(render.Bold(c, ink), x+c, middle+c/2, render.Centre, g.Seat.String())
	l.Put(flowerSprite(g.Flower, c*2), x+c*36/10, middle)
	l.Put(render.ScoreStar(c*2), x+c*62/10, middle)
	l.Text(render.Bold(c*14/10, ink), x+c*74/10, middle+c*7/10, render.Left, strconv.Itoa(g.Score.Total))
}
