package babel

import (
	"math"

	game "amytis/engine/babel"
	"amytis/render"
)

// drawSign draws the sign of a people within r of the origin, in colour c on a background of colour
// back. Each sign has its outline: a bull's head for Assyria, a chariot wheel for the Hittites, a
// fire altar for the Medes, a winged disc for Persia, an eight-rayed star for Sumer.
func drawSign(p *render.Pen, people game.People, r float64, c, back render.Colour) {
	switch people {
	case game.Assyrians:
		drawBull(p, r, c, back)
	case game.Hittites:
		drawWheel(p, r, c)
	case game.Medes:
		drawAltar(p, r, c, back)
	case game.Persians:
		drawWings(p, r, c, back)
	case game.Sumerians:
		drawRays(p, r, c, back)
	}
}

func drawBull(p *render.Pen, r float64, c, back render.Colour) {
	for _, s := range []float64{-1, 1} {
		p.Curve(pt(s*r*.2, -r*.42), pt(s*r*.95, -r*.35), pt(s*r*1.0, -r*.6), pt(s*r*.72, -r*.98))
		p.Stroke(c, r*.24)
		p.Petal(pt(s*r*.3, -r*.22), pt(s*r*.98, -r*.02), .2*r)
		p.Fill(c)
	}
	p.Polygon(pt(-r*.5, -r*.5), pt(r*.5, -r*.5), pt(r*.42, r*.2), pt(r*.36, r*.78), pt(r*.16, r*.98),
		pt(-r*.16, r*.98), pt(-r*.36, r*.78), pt(-r*.42, r*.2))
	p.Fill(c)
	for _, s := range []float64{-1, 1} {
		p.Circle(s*r*.22, -r*.06, r*.1)
		p.Fill(back)
		p.Circle(s*r*.16, r*.72, r*.07)
		p.Fill(back)
	}
}

func drawWheel(p *render.Pen, r float64, c render.Colour) {
	p.Circle(0, 0, r*.82)
	p.Stroke(c, r*.26)
	for i := range 3 {
		p.Line(render.Polar(float64(i)/6, r*.8), render.Polar(float64(i)/6, -r*.8))
	}
	p.Stroke(c, r*.17)
	p.Circle(0, 0, r*.27)
	p.Fill(c)
}

func drawAltar(p *render.Pen, r float64, c, back render.Colour) {
	p.Box(-r*.72, r*.7, r*1.44, r*.28, 0)
	p.Fill(c)
	p.Box(-r*.5, r*.38, r*1.0, r*.22, 0)
	p.Fill(c)
	for _, s := range []float64{-1, 1} {
		p.Petal(pt(s*r*.16, r*.3), pt(s*r*.62, -r*.5), r*.22)
		p.Fill(c)
	}
	p.Petal(pt(0, r*.34), pt(0, -r*1.02), r*.52)
	p.Fill(c)
	p.Petal(pt(0, r*.24), pt(0, -r*.34), r*.2)
	p.Fill(back)
}

func drawWings(p *render.Pen, r float64, c, back render.Colour) {
	for i, w := range []float64{1.04, .9, .66} {
		y := r * (-.4 + .27*float64(i))
		p.Box(-r*w, y, 2*r*w, r*.21, r*.1)
		p.Fill(c)
	}
	p.Polygon(pt(-r*.16, r*.3), pt(r*.16, r*.3), pt(r*.46, r*.92), pt(-r*.46, r*.92))
	p.Fill(c)
	p.Circle(0, -r*.2, r*.47)
	p.Fill(back)
	p.Circle(0, -r*.2, r*.38)
	p.Fill(c)
	p.Circle(0, -r*.2, r*.17)
	p.Fill(back)
}

func drawRays(p *render.Pen, r float64, c, back render.Colour) {
	var rays []point
	for i := range 16 {
		rays = append(rays, render.Polar(float64(i)/16, r*(1-.58*float64(i%2))))
	}
	p.Polygon(rays...)
	p.Fill(c)
	p.Circle(0, 0, r*.2)
	p.Fill(back)
}

// markSprite returns a people's sign and letter on a plaque of its colour. pale is for a people
// without cards.
func markSprite(people game.People, w, h int, pale bool) *render.Sprite {
	b := uint8(0)
	if pale {
		b = 1
	}
	key := spriteKey{part: plaquePart, a: uint8(people), b: b, w: int16(w), h: int16(h)}
	return sheet.Sprite(key, func() *render.Sprite {
		return render.Draw("plaque "+people.String(), w, h, w/2, h/2, func(p *render.Pen) {
			w, h := float64(w), float64(h)
			ground, edge, mark := peopleColours(people)
			if pale {
				ground, edge, mark = render.Sand.At(13), render.Sand.At(9), render.Sand.At(7)
			}
			p.Box(1-w/2, 1-h/2, w-2, h-2, h*.2)
			p.Outline(ground, edge, 2)
			drawFace(p, people, w, h, mark, ground)
		})
	})
}

// drawFace draws a people's sign and letter side by side, in a rectangle of w by h centred on the
// origin.
func drawFace(p *render.Pen, people game.People, w, h float64, c, back render.Colour) {
	gap := math.Min(w*.22, h*.52)
	p.Translated(-gap, 0, func() { drawSign(p, people, h*.37, c, back) })
	p.Letter(rune(people.String()[0]), gap*1.06, 0, h*.58)
	p.Fill(c)
}

// trioSprite returns the gem on a trio, which shows that its power can be used.
func trioSprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: trioPart, w: int16(size)}, func() *render.Sprite {
		return render.Draw("trio", size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
			r := float64(size) / 2
			p.Polygon(pt(0, -r), pt(r, 0), pt(0, r), pt(-r, 0))
			p.Outline(render.Gold.At(12), ink, math.Max(1.5, r*.16))
			for i := range 3 {
				p.Circle((float64(i)-1)*r*.38, 0, r*.14)
			}
			p.Fill(ink)
		})
	})
}
