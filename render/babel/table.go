package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

const (
	phoneWidth = 800
	largeWidth = 1440
)

// tablePicture shows everything that is open.
func tablePicture(v *game.View, r render.Request) *render.List {
	if r.Scale == render.Phone {
		return tableOnPhone(v, r)
	}
	const margin, letter = 18, 28
	m := &largeMeasures
	l := render.NewList(largeWidth, 0, paper)
	b := board{view: v, m: m, x: margin, y: margin}
	b.draw(l)
	l.Height = b.y + b.height() + margin
	x := b.x + b.width() + margin + 12
	w := largeWidth - x - margin

	above := newPanel(v, farSeat(v), r, x, margin, w, letter, true)
	above.draw(l)
	below := newPanel(v, nearSeat(v), r, x, 0, w, letter, true)
	below.y = l.Height - margin - below.height()
	below.draw(l)
	shared := piles{view: v, x: x, w: w, letter: letter, tall: true}
	shared.y = (above.y + above.height() + below.y - shared.height()) / 2
	shared.draw(l)
	return l
}

// tableOnPhone shows the same in one column.
func tableOnPhone(v *game.View, r render.Request) *render.List {
	m := &phoneMeasures
	const margin = 10
	l := render.NewList(phoneWidth, 0, paper)
	shared := piles{view: v, x: margin, y: 4, w: phoneWidth - 2*margin, letter: m.letter}
	shared.draw(l)
	above := newPanel(v, farSeat(v), r, margin, shared.y+shared.height(), phoneWidth-2*margin, m.letter, false)
	above.draw(l)
	b := board{view: v, m: m, x: margin, y: above.y + above.height() + 8}
	b.draw(l)
	below := newPanel(v, nearSeat(v), r, margin, b.y+b.height()+6, phoneWidth-2*margin, m.letter, false)
	below.draw(l)
	l.Height = below.y + below.height() + 6
	return l
}
