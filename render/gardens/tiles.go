package gardens

import (
	"math"

	game "amytis/engine/gardens"
	"amytis/render"
)

// rimShare is the width of a tile's rim as a share of the tile's width.
const rimShare = .085

// drawStone draws the face of a tile w wide, with its north-west corner at the origin. Its rim
// shows the material: bricks for clay, speckles for granite, a double frame for basalt, gold teeth
// for start tiles. Edges lie on whole pixels, which compresses well.
func drawStone(p *render.Pen, m game.Material, shade int, w float64) {
	ramp, base := stoneRamp(m)
	step := base + shade
	line := math.Max(1, math.Round(w*.012))
	rim := math.Round(w * rimShare)
	round := math.Round(w * .07)
	inset := func(d float64, c render.Colour) {
		p.Box(d, d, w-2*d, w-2*d, math.Max(1, round-d*.6))
		p.Fill(c)
	}
	inset(0, ramp.At(step-7))
	inset(line, ramp.At(step-3))
	if rim > 8 { // else one does not see its pattern
		drawRim(p, m, ramp, step, w, rim, line)
	}
	inset(rim, faceColour(m, shade))
}

// faceColour returns the colour of a tile inside its rim, under spots and badges.
func faceColour(m game.Material, shade int) render.Colour {
	ramp, step := stoneRamp(m)
	return ramp.At(step + shade + 1)
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
		p.Framed(d, d, w-2*d, w-2*d, line, ramp.At(step-3), ramp.At(step+4))
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
	side := int(a/w) % 4
	a = math.Mod(a, w)
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

// tileSprite returns a tile without spots from above, anchored where its four holes meet. A higher
// tile has a longer shadow.
func tileSprite(m game.Material, level, u int) *render.Sprite {
	shade := levelShade(level)
	w := 2*u - 2
	throw := max(2, u*(2+shade)/22)
	return sheet.Draw("tile "+m.String(), key{shade, u}, w+throw+2, w+throw+2, u-1, u-1, func(p *render.Pen) {
		p.Translated(float64(1-u), float64(1-u), func() {
			round := float64(w) * .07
			p.Box(float64(throw), float64(throw), float64(w), float64(w), round)
			p.Tint(shadow, .5)
			drawStone(p, m, shade, float64(w))
		})
	})
}

// freshSprite returns the brackets around the corners of a new tile.
func freshSprite(u int) *render.Sprite {
	size := 2*u + 14
	return sheet.Draw("fresh", key{}, size, size, u+7, u+7, func(p *render.Pen) {
		wide := math.Max(3, math.Round(float64(u)*.1))
		e := float64(u) - wide/2 + 2
		arm := float64(u) * .5
		corners := func() {
			for i := range 4 {
				p.Rotated(float64(i)/4, func() { p.Line(pt(-e, -e+arm), pt(-e, -e), pt(-e+arm, -e)) })
			}
		}
		p.Banded(corners, mark, ink, wide, 2.5)
	})
}

func pillarSign(double bool, size int) *render.Sprite {
	h := float64(size)
	name := render.Choose(double, "sign double", "sign single")
	w := h * render.Choose(double, .42, .5)
	return sheet.Draw(name, key{}, int(w)+4, size+2, int(w)/2+2, size/2+1, func(p *render.Pen) {
		p.Translated(0, h/2, func() { drawColumn(p, w, h, 0, double) })
	})
}
