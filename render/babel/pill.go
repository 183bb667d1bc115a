package babel

import (
	"strconv"

	"amytis/render"
)

const pillHeight = 36

// pill tells by how much something changed: a gain is green and round, a loss is red and square.
type pill int

var pillLetters = render.Bold(render.MinReadable, white)

func (p pill) String() string {
	if p > 0 {
		return "+" + strconv.Itoa(int(p))
	}
	return render.Points(int(p))
}

func (p pill) width() int { return pillLetters.Width(p.String()) + 14 }

// draw puts the pill with its left side at x and its middle at height y.
func (p pill) draw(l *render.List, x, y int) {
	w := p.width()
	l.Put(pillSprite(w, p > 0), x, y)
	l.Text(pillLetters, x+w/2, y+render.MinReadable/2, render.Centre, p.String())
}

func pillSprite(w int, more bool) *render.Sprite {
	name, paint, round := "loss", lost, 3.
	if more {
		name, paint, round = "gain", grown, pillHeight/2
	}
	return sheet.Draw(name, key{}, w, pillHeight, 0, pillHeight/2, func(p *render.Pen) {
		p.Box(1.5, 1.5-pillHeight/2, float64(w)-3, pillHeight-3, round)
		p.Outline(paint, white, 2.5)
	})
}
