package towers

import (
	"math"

	game "amytis/engine/towers"
	"amytis/render"
)

// projector projects cells and levels to points around the middle of the top of a cell.
type projector struct{ u, h float64 }

func (q projector) project(c, r, z float64) point { return pt((c+r)*q.u, (c-r)*q.u/2-z*q.h) }

// layTop adds the top of a cell to the path, smaller by in on each side.
func (q projector) layTop(p *render.Pen, in float64) {
	e := .5 - in
	p.Polygon(q.project(-e, -e, 0), q.project(e, -e, 0), q.project(e, e, 0), q.project(-e, e, 0))
}

func (q projector) layFront(p *render.Pen) {
	p.Polygon(q.project(-.5, -.5, 0), q.project(.5, -.5, 0), q.project(.5, -.5, -1), q.project(-.5, -.5, -1))
}

func (q projector) layRight(p *render.Pen) {
	p.Polygon(q.project(.5, -.5, 0), q.project(.5, .5, 0), q.project(.5, .5, -1), q.project(.5, -.5, -1))
}

func isoGroundSprite(u int) *render.Sprite {
	return sheet.Draw("ground", key{u}, 2*u+2, u+2, u+1, u/2+1, func(p *render.Pen) {
		q := projector{float64(u), 0}
		q.layTop(p, 0)
		p.Outline(ground, groundLine, math.Max(1, q.u*.05))
	})
}

// isoEdgeSprite returns the edge of the table below a cell. Its anchor is the edge's middle.
func isoEdgeSprite(east bool, u int) *render.Sprite {
	slope, shade := 1.0, 6
	if east {
		slope, shade = -1, 4
	}
	return sheet.Draw("edge", key{shade}, u+4, u+4, u/2+2, u/2+2, func(p *render.Pen) {
		w := float64(u) / 2
		p.Polygon(pt(-w, -slope*w/2), pt(w, slope*w/2), pt(w, slope*w/2+w*.6), pt(-w, -slope*w/2+w*.6))
		p.Outline(render.Wood.At(shade), render.Wood.At(1), math.Max(1, w*.06))
	})
}

// isoGhostSprite returns a block of a ghost, with the outline of its verdict.
func isoGhostSprite(v render.Verdict, u, h int) *render.Sprite {
	return sheet.Draw("ghost block", key{render.Flag(v), u}, 2*u+8, u+h+8, u+4, u/2+4, func(p *render.Pen) {
		q := projector{float64(u), float64(h)}
		for _, side := range []func(){func() { q.layFront(p) }, func() { q.layRight(p) }, func() { q.layTop(p, 0) }} {
			if v { // else one sees what is in the way
				side()
				p.Tint(v.Colour(), .5)
			}
			side()
			p.Stroke(v.Colour(), math.Max(2, q.u*.12))
		}
	})
}

func isoBlockSprite(c *cube, u, h int) *render.Sprite {
	shade := shades[c.at.Level]
	turned := 0
	switch {
	case c.facing == game.South || c.facing == game.East:
		turned = int(c.facing)
	case c.kind == archKind && c.north:
		turned = 1
	}
	return sheet.Draw("block "+c.kind.String(), key{shade, turned, u, h}, 2*u+2, u+h+2, u+1, u/2+1, func(p *render.Pen) {
		q := projector{float64(u), float64(h)}
		switch c.kind {
		case towerKind:
			drawKeep(p, q, shade, c.facing)
		case endKind:
			drawSolid(p, q, brick, shade)
			drawBricks(p, q)
		default:
			drawSpan(p, q, shade, c.north)
		}
	})
}

func lineWidth(q projector) float64 { return math.Max(1, q.u*.03) }

// litStep returns the step of a wall in the light, for a piece whose top has the step shade.
func litStep(shade int) int { return 8 + (shade-8)/3 }

func shadedStep(shade int) int { return 5 + (shade-8)/3 }

func drawSolid(p *render.Pen, q projector, ramp render.Ramp, shade int) {
	q.layFront(p)
	p.Outline(ramp.At(litStep(shade)), ramp.At(2), lineWidth(q))
	q.layRight(p)
	p.Outline(ramp.At(shadedStep(shade)), ramp.At(2), lineWidth(q))
	q.layTop(p, 0)
	p.Outline(ramp.At(shade), ramp.At(2), lineWidth(q))
}

// drawKeep draws a tower, and its opening if that faces the front or the right.
func drawKeep(p *render.Pen, q projector, shade int, facing game.Facing) {
	drawSolid(p, q, sandstone, shade)
	q.layTop(p, .07)
	p.Fill(sandstone.At(shade - 4))
	q.layTop(p, .16)
	p.Fill(sandstone.At(shade))
	gate := func(project func(along, z float64) point) {
		p.Polygon(project(-.17, -1), project(-.17, -.62), project(-.1, -.48), project(0, -.42), project(.1, -.48),
			project(.17, -.62), project(.17, -1))
		p.Fill(render.Wood.At(1))
	}
	switch facing {
	case game.South:
		gate(func(along, z float64) point { return q.project(along, -.5, z) })
	case game.East:
		gate(func(along, z float64) point { return q.project(.5, along, z) })
	}
}

// drawBricks draws the joints on the end of a bridge.
func drawBricks(p *render.Pen, q projector) {
	if q.u < 20 {
		return
	}
	for row := range 3 {
		low := -1 + float64(row)/3
		high := low + 1.0/3
		p.Line(q.project(-.5, -.5, high), q.project(.5, -.5, high), q.project(.5, .5, high))
		for _, along := range []float64{-.25 + .25*float64(row%2), .25 + .25*float64(row%2)} {
			p.Line(q.project(along, -.5, low), q.project(along, -.5, high))
			p.Line(q.project(.5, along, low), q.project(.5, along, high))
		}
	}
	p.Stroke(brick.At(2), lineWidth(q)*.8)
}

// drawSpan draws the arch of a bridge: a roadway over an opening.
func drawSpan(p *render.Pen, q projector, shade int, north bool) {
	face := func(near bool) func(along, z float64) point {
		across := .5
		if near != north {
			across = -.5
		}
		if north {
			return func(along, z float64) point { return q.project(across, along, z) }
		}
		return func(along, z float64) point { return q.project(along, across, z) }
	}
	wall := litStep(shade)
	if north {
		wall = shadedStep(shade)
	}
	layVault(p, face(false))
	p.Outline(brick.At(3), brick.At(2), lineWidth(q))
	layVault(p, face(true))
	p.Outline(brick.At(wall), brick.At(2), lineWidth(q))
	q.layTop(p, 0)
	p.Outline(brick.At(shade), brick.At(2), lineWidth(q))
}

// layVault adds one side of the arch, without the opening, to the path.
func layVault(p *render.Pen, project func(along, z float64) point) {
	points := []point{project(-.5, -1), project(-.5, 0), project(.5, 0), project(.5, -1)}
	const n = 12
	for i := range n + 1 {
		sin, cos := math.Sincos(math.Pi * float64(i) / n)
		points = append(points, project(cos*.46, -1+sin*.72))
	}
	p.Polygon(points...)
}

// isoFrameSprite returns the frame of a new piece.
func isoFrameSprite(u, h int) *render.Sprite {
	return sheet.Draw("new", key{u}, 2*u+2, u+h+2, u+1, u/2+1, func(p *render.Pen) {
		q := projector{float64(u), float64(h)}
		thick := math.Max(2, q.u*.07)
		p.Banded(func() { q.layTop(p, .06) }, fresh, ink, thick, thick*.35)
	})
}
