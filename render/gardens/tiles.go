package gardens

import (
	"math"

	game "amytis/engine/gardens"
	"amytis/render"
)

// rimShare is the width of a tile's rim as a share of the tile's width.
const rimShare = .085

// drawStone draws the face of a tile of w by w pixels with its north-west corner at the origin.
//
// The pattern of the rim shows the material: bricks for clay, speckles for granite, a plain double
// frame for basalt, gold teeth on the glazed start tiles. Edges lie on whole pixels, which
// compresses well.
func drawStone(p *render.Pen, m game.Material, shade int, w float64) {
	ramp, base := stoneRamp(m)
	step := base + shade
	line := math.Max(1, math.Round(w*.012))
	rim, round := math.Round(w*rimShare), math.Round(w*.07)
	inset := func(d float64, c render.Colour) {
		p.Box(d, d, w-2*d, w-2*d, math.Max(1, round-d*.6))
		p.Fill(c)
	}
	inset(0, ramp.At(step-7))
	inset(line, ramp.At(step-3))
	drawRim(p, m, ramp, step, w, rim, line)
	inset(rim, ramp.At(step+2))
}

func drawRim(p *render.Pen, m game.Material, ramp render.Ramp, step int, w, rim, line float64) {
	switch m {
	case game.Clay:
		const n = 6
		for i := 1; i < n; i++ {
			x := math.Round(w * float64(i) / n)
			p.Box(x, line, line, w-2*line, 0)
			p.Box(line, x, w-2*line, line, 0)
		}
		p.Fill(ramp.At(step + 4))
	case game.Granite:
		const n = 24
		for i := range n {
			// The golden ratio spreads the speckles evenly without randomness.
			x, y := rimPoint((float64(i)+.5)/n*4*w, rim*(.3+.5*math.Mod(float64(i)*.618034, 1)), w)
			r := math.Max(1, math.Round(w*.016))
			p.Box(math.Round(x), math.Round(y), r, r, 0)
			p.Fill(ramp.At(step - 6 + i%2*10))
		}
	case game.Basalt:
		d := math.Round(rim * .45)
		p.Box(d, d, w-2*d, w-2*d, 0)
		p.Fill(ramp.At(step + 4))
		d += line
		p.Box(d, d, w-2*d, w-2*d, 0)
		p.Fill(ramp.At(step - 3))
	default:
		const teeth = 7
		for i := range 4 * teeth {
			tooth := func(part, depth float64) point {
				x, y := rimPoint((float64(i)+part)/teeth*w, depth, w)
				return pt(x, y)
			}
			p.Polygon(tooth(.1, line), tooth(.5, rim), tooth(.9, line))
		}
		p.Fill(render.Gold.At(11))
	}
}

// rimPoint returns the point at distance a along the edge of a square of side w, moved d inwards.
func rimPoint(a, d, w float64) (x, y float64) {
	side, a := int(a/w)%4, math.Mod(a, w)
	switch side {
	case 0:
		return a, d
	case 1:
		return w - d, a
	case 2:
		return w - a, w - d
	}
	return d, w - a
}

// tileSprite returns a tile without spots seen from above, with its shadow. The shadow of a higher
// tile is longer. The anchor is the corner where the tile's four holes meet.
func tileSprite(m game.Material, level, u int) *render.Sprite {
	shade := levelShade(level)
	return sheet.Sprite(spriteKey{part: tilePart, a: uint8(m), b: uint8(shade), u: int16(u)}, func() *render.Sprite {
		w, throw := 2*u-2, max(2, u*(2+shade)/28)
		return render.Draw("tile "+m.String(), w+throw+2, w+throw+2, u-1, u-1, func(p *render.Pen) {
			p.Translated(float64(1-u), float64(1-u), func() {
				round := float64(w) * .07
				p.Box(float64(throw), float64(throw), float64(w), float64(w), round)
				p.Tint(shadow, .5)
				drawStone(p, m, shade, float64(w))
			})
		})
	})
}

// freshSprite returns the brackets around the corners of a tile placed this turn.
func freshSprite(u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: freshPart, u: int16(u)}, func() *render.Sprite {
		size := 2*u + 4
		return render.Draw("fresh", size, size, u+2, u+2, func(p *render.Pen) {
			e, arm := float64(u)-2, float64(u)*.46
			for i := range 4 {
				p.Rotated(float64(i)/4, func() {
					wide := math.Max(3, math.Round(float64(u)*.08))
					p.Line(pt(-e, -e+arm), pt(-e, -e), pt(-e+arm, -e))
					p.Stroke(ink, wide+2)
					p.Line(pt(-e, -e+arm), pt(-e, -e), pt(-e+arm, -e))
					p.Stroke(render.Gold.At(12), wide)
				})
			}
		})
	})
}

// effectSprite returns the sign of a round tile, size pixels wide.
func effectSprite(e game.Effect, size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: effectPart, a: uint8(e), u: int16(size)}, func() *render.Sprite {
		return render.Draw("effect "+e.String(), size, size, size/2, size/2, func(p *render.Pen) {
			drawEffect(p, e, float64(size)/2)
		})
	})
}

func drawEffect(p *render.Pen, e game.Effect, r float64) {
	p.Circle(0, 0, r-1)
	p.Outline(render.Sand.At(13), render.Wood.At(5), r*.09)
	switch e {
	case game.Single:
		drawPillar(p, -r*.12, -r*.5, r*.44, r, false)
		plus(p, r*.45, -r*.1, r*.24, true)
	case game.Double:
		drawPillar(p, -r*.12, -r*.68, r*.4, r*1.36, true)
		plus(p, r*.45, -r*.1, r*.24, true)
	case game.Wild:
		p.Translated(-r*.36, -r*.25, func() { drawIcon(p, game.Fountain, r*.3, ink) })
		p.Translated(r*.36, r*.3, func() { drawIcon(p, game.Statue, r*.3, ink) })
		p.Curve(pt(-r*.1, -r*.5), pt(r*.3, -r*.6), pt(r*.45, -r*.4), pt(r*.42, -r*.12))
		p.Stroke(render.Red.At(6), r*.1)
		p.Curve(pt(r*.1, r*.5), pt(-r*.3, r*.6), pt(-r*.45, r*.4), pt(-r*.42, r*.12))
		p.Stroke(render.Red.At(6), r*.1)
	case game.BlankSpot:
		p.Arc(0, 0, r*.5, 0, 1)
		p.Stroke(ink, r*.08)
		p.Translated(0, 0, func() { drawIcon(p, game.Statue, r*.32, render.Red.At(6)) })
	case game.FlowerTwice:
		drawFlowerSign(p, -r*.3, 0, r*.42)
		drawPillar(p, r*.06, -r*.4, r*.3, r*.8, false)
		drawPillar(p, r*.42, -r*.4, r*.3, r*.8, false)
	case game.Minus:
		drawPillar(p, -r*.14, -r*.5, r*.44, r, false)
		plus(p, r*.48, 0, r*.24, false)
	default:
		p.Circle(0, 0, r*.16)
		p.Fill(render.Sand.At(6))
	}
}

// drawFlowerSign draws a flower that stands for any kind.
func drawFlowerSign(p *render.Pen, x, y, r float64) {
	p.Translated(x, y, func() {
		for i := range 8 {
			p.Petal(render.Polar(float64(i)/8, 0), render.Polar(float64(i)/8, r), r*.3)
			p.Outline(render.Sand.At(15), ink, math.Max(1, r*.09))
		}
		p.Circle(0, 0, r*.28)
		p.Fill(ink)
	})
}

func plus(p *render.Pen, x, y, r float64, cross bool) {
	p.Line(pt(x-r, y), pt(x+r, y))
	if cross {
		p.Line(pt(x, y-r), pt(x, y+r))
	}
	p.Stroke(render.Red.At(6), r*.55)
}

// drawPillar draws a pillar that fills a rectangle. A double pillar has a ring around its middle.
func drawPillar(p *render.Pen, x, y, w, h float64, double bool) {
	body, edge := render.Sand.At(13), render.Wood.At(2)
	line := math.Max(1, w*.07)
	foot := math.Min(w*.3, h*.16)
	p.Box(x+w*.16, y+foot*.6, w*.68, h-foot*1.2, 0)
	p.Outline(body, edge, line)
	p.Box(x+w*.56, y+foot, w*.2, h-2*foot, 0)
	p.Fill(render.Sand.At(10))
	p.Box(x, y, w, foot, foot*.2)
	p.Outline(body, edge, line)
	p.Box(x, y+h-foot, w, foot, foot*.2)
	p.Outline(body, edge, line)
	if double {
		for _, d := range []float64{-.9, .15} {
			p.Box(x+w*.04, y+h/2+foot*d, w*.92, foot*.75, 0)
			p.Outline(render.Gold.At(9), edge, line)
		}
	}
}

// pillarSign returns a single or double pillar as a sign of the given height.
func pillarSign(double bool, size int) *render.Sprite {
	kind, name := uint8(10), "sign single"
	if double {
		kind, name = 11, "sign double"
	}
	return sheet.Sprite(spriteKey{part: signPart, a: kind, u: int16(size)}, func() *render.Sprite {
		h := float64(size)
		w := h * .5
		if double {
			w = h * .42
		}
		return render.Draw(name, int(w)+4, size+2, int(w)/2+2, size/2+1, func(p *render.Pen) {
			drawPillar(p, -w/2, -h/2, w, h, double)
		})
	})
}
