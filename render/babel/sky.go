package babel

import "amytis/render"

func (s lot) drawCell(l *render.List) {
	h := s.m.row - ground
	x := s.left(wallWidth/2, cellWidth)
	even := (int(s.at)+int(s.player.Seat))%2 == 0
	l.Scenery(func() {
		for i, c := range skyColours {
			l.Area(x, s.y+h*i/3, cellWidth, h-h*i/3, c)
		}
		l.Put(hillSprite(s.m.row/4, even), x, s.foot)
		free := h - s.m.value - valueTip - 6 // below the temple's value
		l.Put(palmSprite(free*(7+2*render.Flag(even))/10), s.x(wallWidth/2+20+int(s.at)%3*5), s.foot+1)
		l.Area(s.left(wallWidth/2+cellWidth, 3), s.y, 3, h, render.Clay.At(7))
	})
}

// hillSprite returns the hills behind a temple, anchored at their left foot.
func hillSprite(high int, mirrored bool) *render.Sprite {
	return sheet.Draw("hills", key{render.Flag(mirrored)}, cellWidth, high, 0, high, func(p *render.Pen) {
		w, h := float64(cellWidth), float64(high)
		place := func(x float64) float64 {
			if mirrored {
				return w * (1 - x)
			}
			return w * x
		}
		p.Ellipse(place(.26), 0, w*.34, h*.6)
		p.Fill(render.Sand.At(12))
		p.Ellipse(place(.72), 0, w*.36, h*.95)
		p.Fill(render.Sand.At(13))
	})
}

// palmSprite returns a date palm, anchored at its foot.
func palmSprite(high int) *render.Sprite {
	return sheet.Draw("palm", key{}, high+4, high*12/10, high/2+2, high*11/10, func(p *render.Pen) {
		h := float64(high)
		p.Curve(pt(0, 0), pt(h*.02, -h*.3), pt(h*.08, -h*.5), pt(h*.06, -h*.74))
		p.Stroke(render.Wood.At(5), h*.11)
		for _, turn := range []float64{-.32, -.2, -.08, .06, .17, .29} {
			p.Translated(h*.06, -h*.72, func() {
				p.Petal(pt(0, 0), render.Polar(turn, h*.4), h*.08)
				p.Fill(render.Leaf.At(6))
			})
		}
	})
}
