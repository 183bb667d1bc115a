package towers

import (
	"math"

	"amytis/render"
)

// These sprites show pieces from a side. Their anchor is the upper left corner.

// sideTowerSprite returns a tower. turned is the side of its opening in quarter turns, clockwise
// from above: 0 is towards the viewer, 2 away.
func sideTowerSprite(turned uint8, haze, u, h int) *render.Sprite {
	name := [...]string{"tower ahead", "tower left", "tower back", "tower right"}[turned]
	return sheet.Draw(name, key{haze}, u, h, 0, 0, func(p *render.Pen) {
		drawFacade(p, turned, 8+haze, float64(u), float64(h))
	})
}

func drawFacade(p *render.Pen, turned uint8, shade int, u, h float64) {
	line := math.Max(1, math.Round(u*.03))
	drawBlock(p, 0, 0, u, h, line, sandstone, shade)
	// This is a cornice with the lower parts of the battlements.
	top := math.Max(3, math.Round(h*.2))
	drawBlock(p, 0, 0, u, top, line, sandstone, shade+2)
	const merlons = 4
	for i := range merlons - 1 {
		p.Box(u*(float64(i)+.72)/(merlons-.5), 0, u*.12, top*.5, 0)
	}
	p.Fill(sandstone.At(shade - 5))
	drawOpening(p, turned, shade, u, h, top)
}

// drawOpening draws the gate: in full towards the viewer, sideways as a niche in the edge.
func drawOpening(p *render.Pen, turned uint8, shade int, u, h, top float64) {
	dark := render.Wood.At(max(1, shade-8))
	gate := func(x, wide float64) {
		p.Box(x-wide, h*.62, 2*wide, h*.38, 0)
		p.Ellipse(x, h*.63, wide, h*.24)
		p.Fill(dark)
	}
	switch turned {
	case 0:
		gate(u/2, u*.17)
	case 1:
		gate(0, u*.16)
	case 3:
		gate(u, u*.16)
	default:
		p.Box(u*.45, top+h*.16, u*.1, h*.26, 0)
		p.Fill(dark)
	}
}

// drawBlock fills a rectangle with an edge, on whole pixels.
func drawBlock(p *render.Pen, x, y, w, h, line float64, ramp render.Ramp, shade int) {
	p.Framed(x, y, w, h, line, ramp.At(shade), ramp.At(shade-6))
}

// sideBridgeSprite returns a bridge. long means that it is seen along its length, with its arch.
func sideBridgeSprite(long bool, haze, u, h int) *render.Sprite {
	if long {
		return sheet.Draw("bridge with arch", key{haze, u}, 3*u, h, 0, 0, func(p *render.Pen) {
			drawArch(p, 8+haze, float64(u), float64(h))
		})
	}
	return sheet.Draw("bridge end", key{haze, u}, u, h, 0, 0, func(p *render.Pen) {
		drawBridgeEnd(p, 8+haze, float64(u), float64(h))
	})
}

// drawArch draws a bridge: its ends, and between them an opening under a ring of bricks.
func drawArch(p *render.Pen, shade int, u, h float64) {
	line := math.Max(1, math.Round(u*.03))
	vault := func(in, out float64) {
		const n = 14
		points := []point{pt(out, h-out), pt(out, out), pt(3*u-out, out), pt(3*u-out, h-out)}
		for i := range n + 1 { // the opening, from right to left
			sin, cos := math.Sincos(math.Pi * float64(i) / n)
			points = append(points, pt(u*1.5+cos*(u*.5+in), h-sin*(h*.68+in)))
		}
		p.Polygon(points...)
	}
	vault(0, 0)
	p.Fill(brick.At(shade - 6))
	vault(line, line)
	p.Fill(brick.At(shade + 1))
	vault(h*.16, line)
	p.Fill(brick.At(shade))
	// These are the roadway, and the joints between the ends and the arch.
	drawBlock(p, 0, 0, 3*u, math.Max(3, math.Round(h*.17)), line, brick, shade+3)
	for _, x := range []float64{1, 2} {
		p.Box(math.Round(x*u)-line/2, h*.2, line, h*.36, 0)
	}
	p.Fill(brick.At(shade - 3))
}

func drawBridgeEnd(p *render.Pen, shade int, u, h float64) {
	line := math.Max(1, math.Round(u*.03))
	drawBlock(p, 0, 0, u, h, line, brick, shade)
	drawBlock(p, 0, 0, u, math.Max(3, math.Round(h*.17)), line, brick, shade+3)
	for row := range 3 {
		p.Box(line, math.Round(h*(.4+.2*float64(row))), u-2*line, line, 0)
	}
	p.Fill(brick.At(shade - 3))
}
