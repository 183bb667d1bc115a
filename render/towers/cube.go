package towers

import (
	"math"

	game "amytis/engine/towers"
	"amytis/render"
)

// projector turns places in cells and levels into points about an anchor, the
// middle of the top of a cell.
type projector struct{ u, h float64 }

func (q projector) at(c, r, z float64) point { return pt((c+r)*q.u, (c-r)*q.u/2-z*q.h) }

// top, front and right lay out the sides of a cell that are seen: front is the
// southern one, right the eastern.
func (q projector) top(p *render.Pen, in float64) {
	e := .5 - in
	p.Polygon(q.at(-e, -e, 0), q.at(e, -e, 0), q.at(e, e, 0), q.at(-e, e, 0))
}

func (q projector) front(p *render.Pen) {
	p.Polygon(q.at(-.5, -.5, 0), q.at(.5, -.5, 0), q.at(.5, -.5, -1), q.at(-.5, -.5, -1))
}

func (q projector) right(p *render.Pen) {
	p.Polygon(q.at(.5, -.5, 0), q.at(.5, .5, 0), q.at(.5, .5, -1), q.at(.5, -.5, -1))
}

// isoGroundSprite is a cell of the table.
func isoGroundSprite(u int) *render.Sprite {
	return sheet.Sprite(look{part: isoGroundPart, u: int16(u)}, func(look) *render.Sprite {
		return render.Draw("ground", 2*u+2, u+2, u+1, u/2+1, func(p *render.Pen) {
			q := projector{float64(u), 0}
			q.top(p, 0)
			p.Outline(ground, groundLine, 1)
		})
	})
}

// isoBlockSprite is what fills a cell.
func isoBlockSprite(c *cube, u, h int) *render.Sprite {
	k := look{part: isoBlockPart, a: uint8(shades[int(c.at.Level)]), b: uint8(c.kind), u: int16(u), h: int16(h)}
	switch {
	case c.facing == game.South || c.facing == game.East:
		k.c = uint8(c.facing)
	case c.kind == archKind && c.north:
		k.c = 1
	}
	return sheet.Sprite(k, func(look) *render.Sprite {
		return render.Draw("block "+c.kind.String(), 2*u+2, u+h+2, u+1, u/2+1, func(p *render.Pen) {
			q := projector{float64(u), float64(h)}
			switch c.kind {
			case towerKind:
				drawKeep(p, q, int(k.a), c.facing)
			case endKind:
				drawSolid(p, q, brick, int(k.a))
				drawBricks(p, q)
			default:
				drawSpan(p, q, int(k.a), c.north)
			}
		})
	})
}

func lineOf(q projector) float64 { return math.Max(1, q.u*.03) }

// lit is the step of a wall, in the light or in the shade, of a piece that is of
// the given step from above.
func lit(shade int) int  { return 8 + (shade-8)/3 }
func dark(shade int) int { return 5 + (shade-8)/3 }

func drawSolid(p *render.Pen, q projector, ramp render.Ramp, shade int) {
	edge, line := ramp.At(2), lineOf(q)
	q.front(p)
	p.Outline(ramp.At(lit(shade)), edge, line)
	q.right(p)
	p.Outline(ramp.At(dark(shade)), edge, line)
	q.top(p, 0)
	p.Outline(ramp.At(shade), edge, line)
}

// drawKeep draws a tower, with its opening where it is turned to the front or
// the right.
func drawKeep(p *render.Pen, q projector, shade int, facing game.Facing) {
	drawSolid(p, q, sandstone, shade)
	q.top(p, .07)
	p.Fill(sandstone.At(shade - 4))
	q.top(p, .16)
	p.Fill(sandstone.At(shade))
	gate := func(at func(along, z float64) point) {
		points := []point{at(-.17, -1), at(-.17, -.62), at(-.1, -.48), at(0, -.42), at(.1, -.48), at(.17, -.62), at(.17, -1)}
		p.Polygon(points...)
		p.Fill(render.Wood.At(1))
	}
	switch facing {
	case game.South:
		gate(func(along, z float64) point { return q.at(along, -.5, z) })
	case game.East:
		gate(func(along, z float64) point { return q.at(.5, along, z) })
	}
}

// drawBricks draws the joints of a bridge's end.
func drawBricks(p *render.Pen, q projector) {
	if q.u < 20 {
		return
	}
	for row := range 3 {
		low := -1 + float64(row)/3
		high := low + 1.0/3
		p.Line(q.at(-.5, -.5, high), q.at(.5, -.5, high), q.at(.5, .5, high))
		for _, along := range []float64{-.25 + .25*float64(row%2), .25 + .25*float64(row%2)} {
			p.Line(q.at(along, -.5, low), q.at(along, -.5, high))
			p.Line(q.at(.5, along, low), q.at(.5, along, high))
		}
	}
	p.Stroke(brick.At(2), lineOf(q)*.8)
}

// drawSpan draws the arch of a bridge: a roadway over an opening one sees
// through.
func drawSpan(p *render.Pen, q projector, shade int, north bool) {
	face := func(near bool) func(along, z float64) point {
		across := .5
		if near != north {
			across = -.5
		}
		if north {
			return func(along, z float64) point { return q.at(across, along, z) }
		}
		return func(along, z float64) point { return q.at(along, across, z) }
	}
	edge, line := brick.At(2), lineOf(q)
	wall := lit(shade)
	if north {
		wall = dark(shade)
	}
	drawVault(p, face(false))
	p.Outline(brick.At(3), edge, line)
	drawVault(p, face(true))
	p.Outline(brick.At(wall), edge, line)
	q.top(p, 0)
	p.Outline(brick.At(shade), edge, line)
}

// drawVault lays out a side of the arch without its opening.
func drawVault(p *render.Pen, at func(along, z float64) point) {
	points := []point{at(-.5, -1), at(-.5, 0), at(.5, 0), at(.5, -1)}
	const n = 12
	for i := range n + 1 {
		sin, cos := math.Sincos(math.Pi * float64(i) / n)
		points = append(points, at(cos*.46, -1+sin*.72))
	}
	p.Polygon(points...)
}

// isoFrameSprite marks what is new.
func isoFrameSprite(u, h int) *render.Sprite {
	return sheet.Sprite(look{part: isoFramePart, u: int16(u), h: int16(h)}, func(look) *render.Sprite {
		return render.Draw("new", 2*u+2, u+h+2, u+1, u/2+1, func(p *render.Pen) {
			q := projector{float64(u), float64(h)}
			thick := math.Max(2, q.u*.07)
			for _, stroke := range []struct {
				c render.Colour
				w float64
			}{{ink, thick * 1.7}, {fresh, thick}} {
				q.top(p, .06)
				p.Stroke(stroke.c, stroke.w)
			}
		})
	})
}
