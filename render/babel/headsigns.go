package babel

import (
	"math"

	"amytis/render"
)

func handSprite(size int) *render.Sprite {
	return sheet.Draw("sign hand", key{}, size+8, size+4, size/2+4, size/2+2, func(p *render.Pen) {
		h := float64(size)
		for _, turn := range []float64{-.045, .045} {
			p.Translated(turn*h*3, 0, func() { p.Rotated(turn, func() { drawBack(p, h*.62, h*.9) }) })
		}
	})
}

func owedSprite(size int) *render.Sprite {
	return sheet.Draw("sign owed", key{}, size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
		h := float64(size)
		drawBack(p, h*.6, h*.9)
		p.Line(pt(-h*.46, h*.46), pt(h*.46, -h*.46))
		p.Stroke(cream, h*.2)
		p.Line(pt(-h*.44, h*.44), pt(h*.44, -h*.44))
		p.Stroke(lost, h*.12)
	})
}

// migrateSprite returns the sign of the turn's migration: three moving cards, crossed out once the
// player has migrated.
func migrateSprite(size int, done bool) *render.Sprite {
	b := render.Flag(done)
	name := [...]string{"sign migration", "sign migrated"}[b]
	return sheet.Draw(name, key{}, size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
		h := float64(size)
		fill, edge := cream, ink
		if done {
			fill, edge = plain, pale
		}
		for i := range 3 {
			p.Box(-h*.48, h*(-.46+.31*float64(i)), h*.46, h*.28, h*.04)
			p.Outline(fill, edge, math.Max(2, h*.05))
		}
		p.Line(pt(h*.04, 0), pt(h*.32, 0))
		p.Stroke(edge, h*.12)
		p.Polygon(pt(h*.24, -h*.22), pt(h*.5, 0), pt(h*.24, h*.22))
		p.Fill(edge)
		if done {
			p.Line(pt(-h*.48, h*.48), pt(h*.48, -h*.48))
			p.Stroke(lost, h*.1)
		}
	})
}

// dutySprite marks the starting 1 until it is built.
func dutySprite(size int) *render.Sprite {
	return sheet.Draw("duty", key{}, size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
		r := float64(size) / 2
		p.Circle(0, 0, r*.95)
		p.Outline(lost, ink, math.Max(1, r*.14))
		p.Letter('!', 0, 0, r*1.1)
		p.Fill(cream)
	})
}
