package babel

import (
	"math"

	game "amytis/engine/babel"
	"amytis/render"
)

// drawBand draws the wall between the sides with the plaques of the sites.
func (b board) drawBand(l *render.List, y int) {
	v, m := b.view, b.m
	l.Note("sites")
	for i := range game.NumPeoples {
		x := b.x + i*m.lane + m.lane/2
		l.Put(bandSprite(m.lane, m.band, v.Final), b.x+i*m.lane, y)
		l.Put(plateSprite(m.lane*62/100+8, m.band*66/100+8), x, y+m.band/2)
		l.Put(markSprite(game.People(i+1), m.lane*62/100, m.band*66/100, false), x, y+m.band/2)
	}
}

// plateSprite returns the golden plate under a site's plaque.
func plateSprite(w, h int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: platePart, w: int16(w), h: int16(h)}, func() *render.Sprite {
		return render.Draw("plate", w, h, w/2, h/2, func(p *render.Pen) {
			w, h := float64(w), float64(h)
			p.Box(-w/2, -h/2, w, h, h*.22)
			p.Fill(render.Gold.At(13))
		})
	})
}

// bandSprite returns one site's part of the wall of glazed bricks. In the final phase it is red and
// has jagged edges.
func bandSprite(w, h int, final bool) *render.Sprite {
	b := uint8(0)
	if final {
		b = 1
	}
	return sheet.Sprite(spriteKey{part: bandPart, b: b, w: int16(w), h: int16(h)}, func() *render.Sprite {
		return render.Draw([]string{"wall", "wall of the final phase"}[b], w, h, 0, 0, func(p *render.Pen) {
			drawWall(p, float64(w), float64(h), final)
		})
	})
}

func drawWall(p *render.Pen, w, h float64, final bool) {
	ramp := render.Lapis
	if final {
		ramp = render.Red
	}
	p.Box(0, 0, w, h, 0)
	p.Fill(ramp.At(4))
	const rows, bricks = 4, 4
	for i := range rows {
		y := h * float64(i) / rows
		p.Line(pt(0, y), pt(w, y))
		for j := range bricks {
			x := w / bricks * (float64(j) + .25 + .5*float64(i%2))
			p.Line(pt(x, y), pt(x, y+h/rows))
		}
	}
	p.Stroke(ramp.At(2), 1.5)
	for _, y := range []float64{h * .05, h * .95} {
		p.Line(pt(-h, y), pt(w+h, y))
	}
	p.Stroke(render.Gold.At(10), math.Max(3, h*.06))
	if final {
		drawTeeth(p, w, h)
	}
}

func drawTeeth(p *render.Pen, w, h float64) {
	const n = 7
	for i := range n {
		x, wide := w*float64(i)/n, w/n
		p.Polygon(pt(x, h*.08), pt(x+wide, h*.08), pt(x+wide/2, h*.2))
		p.Polygon(pt(x, h*.92), pt(x+wide, h*.92), pt(x+wide/2, h*.8))
	}
	p.Fill(render.Gold.At(10))
}
