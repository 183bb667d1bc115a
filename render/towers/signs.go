package towers

import (
	"math"

	"amytis/render"
)

// sign returns a sign of size by size pixels. Its anchor is its middle.
func sign(kind uint8, name string, size int, draw func(p *render.Pen, r float64)) *render.Sprite {
	return sheet.Sprite(spriteKey{part: signPart, a: kind, u: int16(size)}, func() *render.Sprite {
		return render.Draw("sign "+name, size+4, size+4, size/2+2, size/2+2,
			func(p *render.Pen) { draw(p, float64(size)/2) })
	})
}

// towerSign returns the sign for towers.
func towerSign(size int) *render.Sprite {
	return sign(1, "tower", size, func(p *render.Pen, r float64) {
		line := math.Max(1.2, r*.1)
		w := r * .62
		p.Polygon(pt(-w, r), pt(-w, -r), pt(-w*.5, -r), pt(-w*.5, -r*.66), pt(-w*.2, -r*.66), pt(-w*.2, -r),
			pt(w*.2, -r), pt(w*.2, -r*.66), pt(w*.5, -r*.66), pt(w*.5, -r), pt(w, -r), pt(w, r))
		p.Outline(sandstone.At(11), ink, line)
		p.Box(-w*.36, r*.3, w*.72, r*.68, 0)
		p.Fill(render.Wood.At(1))
		p.Ellipse(0, r*.3, w*.36, r*.26)
		p.Fill(render.Wood.At(1))
	})
}

// bridgeSign returns the sign for bridges. It is one and a half times as wide as size.
func bridgeSign(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: signPart, a: 2, u: int16(size)}, func() *render.Sprite {
		u := float64(size) / 2
		h := float64(size) * .66
		return render.Draw("sign bridge", 3*int(u)+4, size, int(u*1.5)+2, size/2, func(p *render.Pen) {
			p.Translated(-u*1.5, -h/2, func() { drawArch(p, 8, u, h) })
		})
	})
}

// pipSign returns the mark for a piece of the turn, placed or not.
func pipSign(size int, placed bool) *render.Sprite {
	kind, name, fill := uint8(3), "piece to place", render.Sand.At(15)
	if placed {
		kind, name, fill = 4, "piece placed", render.Wood.At(4)
	}
	return sign(kind, name, size, func(p *render.Pen, r float64) {
		p.Box(-r*.9, -r*.9, r*1.8, r*1.8, r*.3)
		p.Outline(fill, render.Wood.At(3), math.Max(1.5, r*.22))
	})
}

// checkSign returns the sign that the turn may end.
func checkSign(size int) *render.Sprite {
	return sign(5, "may end", size, func(p *render.Pen, r float64) {
		p.Line(pt(-r*.75, r*.05), pt(-r*.2, r*.6), pt(r*.8, -r*.65))
		p.Stroke(render.Green.At(6), r*.36)
	})
}

// disconnectedSign returns the sign that the building is not connected: two blocks with a gap
// between them.
func disconnectedSign(size int) *render.Sprite {
	return sign(6, "apart", size, func(p *render.Pen, r float64) {
		for _, x := range []float64{-r * .95, r * .3} {
			p.Box(x, -r*.4, r*.65, r*.8, 0)
			p.Outline(sandstone.At(11), ink, math.Max(1.2, r*.12))
		}
		p.Line(pt(-r*.22, r*.95), pt(r*.22, -r*.95))
		p.Stroke(render.Red.At(6), math.Max(2, r*.22))
	})
}

// pennantSign returns the mark for a round, won or not.
func pennantSign(size int, won bool) *render.Sprite {
	kind, name, fill, line := uint8(7), "round to win", render.Sand.At(13), faint
	if won {
		kind, name, fill, line = 8, "round won", render.Red.At(6), ink
	}
	return sign(kind, name, size, func(p *render.Pen, r float64) {
		p.Line(pt(-r*.5, r), pt(-r*.5, -r))
		p.Stroke(line, math.Max(2, r*.16))
		p.Polygon(pt(-r*.5, -r), pt(r*.7, -r*.5), pt(-r*.5, 0))
		p.Outline(fill, line, math.Max(1.2, r*.1))
	})
}

// stuckSign returns the sign that a player builds no further in this round.
func stuckSign(size int) *render.Sprite {
	return sign(9, "stuck", size, func(p *render.Pen, r float64) {
		var corners []point
		for i := range 8 {
			corners = append(corners, render.Polar((float64(i)+.5)/8, r))
		}
		p.Polygon(corners...)
		p.Outline(render.Red.At(6), ink, math.Max(1.2, r*.1))
		p.Box(-r*.55, -r*.16, r*1.1, r*.32, 0)
		p.Fill(render.White)
	})
}

// plateSprite returns the background of a zone's number.
func plateSprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: platePart, u: int16(size)}, func() *render.Sprite {
		return render.Draw("plate", size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
			w := float64(size)
			p.Box(-w/2, -w/2, w, w, w*.16)
			p.Outline(render.Wood.At(4), render.Wood.At(1), math.Max(1.5, w*.05))
		})
	})
}

// roundSign returns the background of a round's number, with two rings while the round is played.
func roundSign(size int, over bool) *render.Sprite {
	kind, name := uint8(10), "round"
	if over {
		kind, name = 11, "round over"
	}
	return sign(kind, name, size, func(p *render.Pen, r float64) {
		p.Circle(0, 0, r*.95)
		if over {
			p.Outline(render.Sand.At(12), render.Sand.At(7), math.Max(1.5, r*.07))
			return
		}
		p.Outline(render.Gold.At(12), ink, math.Max(1.5, r*.09))
		p.Circle(0, 0, r*.76)
		p.Stroke(ink, math.Max(1.2, r*.06))
	})
}
