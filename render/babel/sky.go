package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

// drawSky draws the background of the temples, h high: sky, hills, and palms between the sites.
func (b board) drawSky(l *render.List, y, h int) {
	m, w := b.m, b.width()
	for i := range 3 {
		l.Area(b.x, y+h*i/3, w, h-h*i/3, render.Sky.At(12+i))
	}
	ground := y + h - m.step*4/10
	for i := range game.NumPeoples {
		l.Put(hillSprite(m, i%2 == 1), b.x+i*m.lane, ground)
	}
	l.Area(b.x, ground, w, y+h-ground, render.Sand.At(11))
	for i := 1; i < game.NumPeoples; i++ {
		l.Put(palmSprite(m.step*(20-4*(i%2))/10), b.x+i*m.lane, ground+m.step/10)
	}
}

// hillSprite returns the hills behind a site. Its anchor is their left foot.
func hillSprite(m *measures, low bool) *render.Sprite {
	high, b := m.step*13/10, uint8(0)
	if low {
		high, b = m.step*8/10, 1
	}
	return sheet.Sprite(spriteKey{part: skyPart, b: b, w: int16(m.lane)}, func() *render.Sprite {
		return render.Draw([]string{"hills", "low hills"}[b], m.lane, high, 0, high, func(p *render.Pen) {
			w, h := float64(m.lane), float64(high)
			p.Ellipse(w*.3, 0, w*.3, h*.68)
			p.Fill(render.Sand.At(13))
			p.Ellipse(w*.63, 0, w*.37, h*.98)
			p.Fill(render.Sand.At(14))
		})
	})
}

// palmSprite returns a date palm. Its anchor is its foot.
func palmSprite(high int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: palmPart, h: int16(high)}, func() *render.Sprite {
		return render.Draw("palm", high, high*12/10, high/2, high*11/10, func(p *render.Pen) {
			h := float64(high)
			p.Curve(pt(0, 0), pt(h*.02, -h*.3), pt(h*.08, -h*.5), pt(h*.06, -h*.74))
			p.Stroke(render.Wood.At(7), h*.09)
			for _, turn := range []float64{-.31, -.2, -.09, .03, .14, .25, .34} {
				p.Translated(h*.06, -h*.72, func() {
					p.Petal(pt(0, 0), render.Polar(turn, h*.36), h*.05)
					p.Fill(render.Leaf.At(7))
				})
			}
		})
	})
}
