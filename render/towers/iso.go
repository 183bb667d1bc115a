package towers

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// iso draws a zone from above the south-east: columns run down to the right, rows up to the right.
type iso struct {
	zone *game.ZoneView
	area
	// x, y is the western corner. A cell is a rhombus 2u wide and u high; a level is h high.
	x, y, u, h int
	// digits is the height of the letters at the edges, 0 for none.
	digits int
	ghost  ghost
	// sky is the part of the picture that the iso fills.
	sky box
}

// isoIn returns the largest iso that fits into a box, centred.
func isoIn(z *game.ZoneView, g ghost, in box, digits int) iso {
	v := iso{zone: z, digits: digits, sky: in}
	if g.isIn(z) {
		v.ghost = g
	}
	v.area = usedArea(z, g)
	across := v.cols + v.rows
	// A level is as high as a cell is deep, or lower if there is no room.
	for v.u = roundSize((in.w - 2*digits - edge) / across); ; v.u = roundSize(v.u - 1) {
		for v.h = v.u; v.h*10 > v.u*6 && v.height() > in.h; {
			v.h = roundSize(v.h - 1)
		}
		if v.height() <= in.h || v.u <= 4 {
			break
		}
	}
	v.x = in.x + (in.w-across*v.u)/2
	v.y = in.y + (in.h-v.height()+edge)/2 + v.rise() + v.rows*v.u/2
	return v
}

func (v iso) height() int { return v.rise() + (v.cols+v.rows)*v.u/2 + v.u/2 + v.digits*2 + edge }

// rise returns how far the building rises above the northern corner of the shown area.
func (v iso) rise() int {
	_, north := v.project(0, 2*v.rows, 0)
	most := 0
	for _, c := range shownCells(v.zone, v.ghost) {
		_, y := v.middle(c)
		most = max(most, north-y+v.u/2+v.u*2) // room for a noble on top
	}
	return most
}

// project returns where a point on a level appears, col half cells east and row half cells north of
// the western corner.
func (v iso) project(col, row, level int) (x, y int) {
	return v.x + (col+row)*v.u/2, v.y + (col-row)*v.u/4 - level*v.h
}

func (v iso) middle(c game.Cell) (x, y int) {
	return v.project(2*(int(c.Col)-v.col)+1, 2*(int(c.Row)-v.row)+1, int(c.Level))
}

func (b *block) nearness() int { return int(b.at.Col) - int(b.at.Row) }

// blocksOf returns the blocks of a zone and a ghost, each before those that hide it.
func blocksOf(z *game.ZoneView, g ghost) []block {
	all := make([]block, 0, len(z.Towers)+3*len(z.Bridges))
	eachBlock(z, func(b block) { all = append(all, b) })
	for _, g := range []ghost{g, g.partner()} {
		if !g.isIn(z) || g.Noble.Size != 0 && !bool(g.fits) {
			continue
		}
		for i, c := range g.Cells() {
			ghostly := block{at: c, kind: towerKind, facing: g.Facing, north: g.North, ghost: true}
			switch {
			case g.Noble.Size != 0:
				ghostly.kind = noKind
				ghostly.nobles = []game.NobleView{g.Noble}
			case g.IsBridge():
				ghostly.kind = bridgeKinds[i]
			}
			all = append(all, ghostly)
		}
	}
	slices.SortStableFunc(all, func(a, b block) int {
		return cmp.Or(a.nearness()-b.nearness(), cmp.Compare(a.at.Col, b.at.Col), cmp.Compare(a.at.Level, b.at.Level))
	})
	return all
}

func (v iso) draw(l *render.List) {
	l.Note("zone %d from above the south-east", v.zone.Number)
	v.drawGround(l)
	all := newRoofs(v.zone)
	blocks := blocksOf(v.zone, v.ghost)
	for i := range blocks {
		c := &blocks[i]
		l.Note("%s %s", c.kind, c.at)
		x, y := v.middle(c.at)
		level := int(c.at.Level)
		top := level == all[c.at.Col][c.at.Row].level
		switch {
		case c.ghost && c.kind != noKind:
			l.Put(isoGhostSprite(v.ghost.fits, v.u, v.h), x, y)
		case c.kind != noKind:
			l.Put(isoBlockSprite(c, v.u, v.h), x, y)
			if c.new && top {
				l.Put(isoFrameSprite(v.u, v.h), x, y)
			}
		}
		high := v.u * 52 / 100
		if v.digits > 0 && high >= render.MinScenery && top && len(c.nobles) == 0 && !c.ghost {
			style := render.Bold(high, ink)
			l.Text(style, x, y+high/2, render.Centre, strconv.Itoa(level))
		}
		drawFigures(l, c.nobles, x, y+v.u/6, v.u*16/10)
	}
}

func (v iso) drawGround(l *render.List) {
	drawSky(l, v.sky)
	for col := range v.cols {
		for row := range v.rows {
			x, y := v.project(2*col+1, 2*row+1, 0)
			l.Put(isoGroundSprite(v.u), x, y)
		}
	}
	for i := range v.cols {
		x, y := v.project(2*i+1, 0, 0)
		l.Put(isoEdgeSprite(false, v.u), x, y)
	}
	for i := range v.rows {
		x, y := v.project(2*v.cols, 2*i+1, 0)
		l.Put(isoEdgeSprite(true, v.u), x, y)
	}
	if v.digits == 0 {
		return
	}
	style := render.Bold(v.digits, note)
	each := labelInterval(style.Width("00")+v.digits/10, v.u)
	drop := v.digits*13/10 + v.u/3
	for i := 0; i < v.cols; i += each {
		x, y := v.project(2*i+1, 0, 0)
		l.Text(style, x-v.digits*7/10, y+drop, render.Centre, columnName(v.col+i))
	}
	for i := 0; i < v.rows; i += each {
		x, y := v.project(2*v.cols, 2*i+1, 0)
		l.Text(style, x+v.digits*8/10, y+drop, render.Centre, strconv.Itoa(v.row+i+1))
	}
}

func drawSky(l *render.List, in box) {
	const bands = 4
	for i := range bands {
		top := in.h * i / bands
		l.Area(in.x, in.y+top, in.w, in.h-top, render.Sky.At(11+i))
	}
}

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

// isoEdgeSprite returns the edge of the table below a cell, anchored in its middle.
func isoEdgeSprite(east bool, u int) *render.Sprite {
	slope := render.Choose(east, -1., 1)
	shade := render.Choose(east, 4, 6)
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

func isoBlockSprite(c *block, u, h int) *render.Sprite {
	shade := shades[c.at.Level]
	turned := 0
	switch {
	case c.facing == game.South || c.facing == game.East:
		turned = int(c.facing)
	case c.kind == archKind && c.north:
		turned = 1
	}
	name := "block " + c.kind.String()
	return sheet.Draw(name, key{shade, turned, u, h}, 2*u+2, u+h+2, u+1, u/2+1, func(p *render.Pen) {
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
		across := render.Choose(near == north, .5, -.5)
		if north {
			return func(along, z float64) point { return q.project(across, along, z) }
		}
		return func(along, z float64) point { return q.project(along, across, z) }
	}
	wall := render.Choose(north, shadedStep(shade), litStep(shade))
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

func isoFrameSprite(u, h int) *render.Sprite {
	return sheet.Draw("new", key{u}, 2*u+2, u+h+2, u+1, u/2+1, func(p *render.Pen) {
		q := projector{float64(u), float64(h)}
		thick := math.Max(2, q.u*.07)
		p.Banded(func() { q.layTop(p, .06) }, fresh, ink, thick, thick*.35)
	})
}
