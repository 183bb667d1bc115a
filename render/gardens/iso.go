package gardens

import (
	"cmp"
	"image"
	"math"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// iso draws a garden from above the south-east, with a1 in the left corner.
type iso struct {
	garden  *game.GardenView
	changes changes
	// x, y is the board's left corner. A hole is a rhombus 2u wide and u high, a level h high.
	x, y, u, h int
}

// isoIn returns the largest view that fits into a part of a picture, with its foot on the lower
// edge and holes about least wide or more.
func isoIn(g *game.GardenView, c changes, in image.Rectangle, least int) iso {
	v := iso{garden: g, changes: c}
	for v.u = in.Dx() / (2*holes + 1); ; v.u-- {
		v.x, v.y = in.Min.X+(in.Dx()-2*holes*v.u)/2, in.Max.Y-v.u/2-holes*v.u/2
		v.h = v.u * 5 / 4
		for i := range g.Tiles { // what stands in its back corner fits below the upper edge
			t := &g.Tiles[i]
			_, back := v.project(2*t.At.Col(), 2*t.At.Row()+4, 0)
			v.h = min(v.h, (back-in.Min.Y)*10/(t.Level*10+9))
		}
		if v.h >= v.u*3/4 || v.u <= least {
			return v
		}
	}
}

// project returns where a point on a level appears, c half holes east and r half holes north of the
// outer corner of a1.
func (v iso) project(c, r, level int) (x, y int) {
	return v.x + (c+r)*v.u/2, v.y + (c-r)*v.u/4 - level*v.h
}

func (v iso) middle(h game.Hole, level int) (x, y int) {
	return v.project(2*h.Col()+1, 2*h.Row()+1, level)
}

func (v iso) draw(l *render.List) {
	l.Note("seat %d from above the south-east", v.garden.Seat)
	l.Put(isoGroundSprite(v.u), v.x, v.y)
	// Of two things on one line of sight, the higher one is nearer, and is drawn later.
	for level := 0; level <= highest(v.garden); level++ {
		for i, t := range v.garden.Tiles {
			if t.Level == level {
				v.drawTile(l, t, v.changes.tiles[i])
			}
		}
		for _, d := range v.garden.Decor {
			if d.Kind == game.Stairs && d.Level+1 == level {
				v.drawSteps(l, d, upperSteps)
			}
		}
		for depth := 1 - holes; depth < holes; depth++ {
			v.drawStanding(l, level, depth)
		}
	}
}

func (v iso) drawNames(l *render.List) {
	const letter = render.MinReadable
	style := render.Bold(letter, ink)
	for i := range holes {
		x, y := v.project(2*i+1, -1, 0)
		l.Text(style, x-v.u/6, y+v.u/3+letter, render.Centre, string(rune('a'+i)))
		x, y = v.project(17, 2*i+1, 0)
		l.Text(style, x+v.u/6, y+v.u/3+letter, render.Centre, strconv.Itoa(i+1))
	}
}

func (v iso) drawTile(l *render.List, t game.PlacedTile, fresh bool) {
	l.Note("tile %s at %s r%d L%d", t.Tile, t.At, t.Rot, t.Level)
	x, y := v.project(2*t.At.Col()+2, 2*t.At.Row()+2, t.Level)
	l.Put(isoTileSprite(t.Tile.Material(), t.Level, fresh, v.u, v.h), x, y)
	spots := t.Tile.Spots(t.Rot)
	for i, h := range t.Holes() {
		if h != t.Open && spots[i] != game.Blank && v.garden.Heights[h-1] == t.Level {
			hx, hy := v.middle(h, t.Level)
			l.Put(isoSpotSprite(spots[i], v.u), hx, hy)
		}
	}
	l.Put(isoFlowerSprite(t.Tile.Flower(), v.u), x, y)
}

func nearness(h game.Hole) int { return h.Col() - h.Row() }

func (v iso) drawStanding(l *render.List, level, depth int) {
	for _, s := range v.garden.Supports {
		if s.From == level && s.To > level && nearness(s.Hole) == depth { // a double pillar is drawn once
			x, y := v.middle(s.Hole, level)
			l.Put(pillarSprite(s.Kind, 0, v.u, v.h), x, y)
		}
	}
	for _, t := range v.garden.Tiles {
		if t.Open != game.NoHole && t.Level == level && nearness(t.Open) == depth {
			l.Note("belvedere at %s L%d", t.Open, level)
			x, y := v.middle(t.Open, level)
			l.Put(isoDecorSprite(game.Blank, 0, allSteps, v.u, v.h), x, y)
		}
	}
	for _, d := range v.garden.Decor {
		if d.Supporting || d.Level != level {
			continue
		}
		if d.Kind == game.Stairs {
			low, _ := ends(d)
			if nearness(low) == depth {
				v.drawSteps(l, d, lowerSteps)
			}
			continue
		}
		if max(nearness(d.A), nearness(cmp.Or(d.B, d.A))) != depth {
			continue
		}
		l.Note("%s at %s-%s L%d", d.Kind, d.A, d.B, d.Level)
		x, y := v.middle(d.A, level)
		if d.Kind == game.Statue {
			l.Put(standingSprite(standStatue, v.u, v.h), x, y+v.u/8)
			continue
		}
		l.Put(isoDecorSprite(d.Kind, direction(d.A, d.B), allSteps, v.u, v.h), x, y)
	}
}

// The lower steps of stairs are drawn with their level, the upper ones with the tile under them.
const (
	allSteps uint8 = iota
	lowerSteps
	upperSteps
)

func (v iso) drawSteps(l *render.List, d game.Decoration, steps uint8) {
	low, high := ends(d)
	l.Note("%s at %s-%s L%d", d.Kind, low, high, d.Level)
	x, y := v.middle(low, d.Level)
	l.Put(isoDecorSprite(d.Kind, direction(low, high), steps, v.u, v.h), x, y)
}

// projector projects positions in holes and levels to points around an anchor.
type projector struct{ u, h float64 }

func (q projector) project(c, r, z float64) point { return pt((c+r)*q.u, (c-r)*q.u/2-z*q.h) }

func (q projector) box(p *render.Pen, c0, r0, z0, c1, r1, z1 float64, ramp render.Ramp, step int,
	edge render.Colour, line float64) {
	p.Polygon(q.project(c0, r0, z0), q.project(c1, r0, z0), q.project(c1, r0, z1), q.project(c0, r0, z1))
	p.Outline(ramp.At(step-2), edge, line)
	p.Polygon(q.project(c1, r0, z0), q.project(c1, r1, z0), q.project(c1, r1, z1), q.project(c1, r0, z1))
	p.Outline(ramp.At(step-4), edge, line)
	q.flat(p, c0, r0, c1, r1, z1)
	p.Outline(ramp.At(step), edge, line)
}

// flat adds a rectangle on a level to the path.
func (q projector) flat(p *render.Pen, c0, r0, c1, r1, z float64) {
	p.Polygon(q.project(c0, r0, z), q.project(c1, r0, z), q.project(c1, r1, z), q.project(c0, r1, z))
}

func isoGroundSprite(u int) *render.Sprite {
	w, h := holes*u*2+2*u, holes*u+2*u
	return sheet.Draw("ground", key{}, w, h, u, h/2, func(p *render.Pen) {
		q := projector{float64(u), float64(u)}
		q.box(p, -.25, -.25, -.35, 8.25, 8.25, -.01, render.Wood, 8, render.Wood.At(2), math.Max(1, float64(u)*.03))
		q.flat(p, 0, 0, 8, 8, 0)
		p.Fill(render.Sand.At(12))
		for c := range holes {
			for r := range holes {
				m := q.project(float64(c)+.5, float64(r)+.5, 0)
				p.Ellipse(m.X, m.Y, float64(u)*.15, float64(u)*.075)
			}
		}
		p.Fill(render.Sand.At(8))
	})
}

// isoTileSprite returns a tile, anchored in the middle of its top.
func isoTileSprite(m game.Material, level int, fresh bool, u, h int) *render.Sprite {
	shade := levelShade(level)
	t := slabHeight(h)
	by := key{shade, render.Flag(fresh), u, h}
	return sheet.Draw("tile "+m.String(), by, 4*u+4, 2*u+t+6, 2*u+2, u+2, func(p *render.Pen) {
		ramp, base := stoneRamp(m)
		step := base + 1 + shade
		q := projector{float64(u), float64(t)}
		line := math.Max(1, float64(u)*.03)
		const e = .98
		q.box(p, -e, -e, -1, e, e, 0, ramp, step, ramp.At(step-7), line)
		const i = .84
		q.flat(p, -i, -i, i, i, 0)
		if fresh {
			p.Outline(ramp.At(step+2), render.Gold.At(12), math.Max(2.5, float64(u)*.08))
		} else {
			p.Outline(ramp.At(step+2), ramp.At(step-3), line)
		}
	})
}

func isoSpotSprite(icon game.Icon, u int) *render.Sprite {
	return sheet.Faded(sheet.Draw("spot "+icon.String(), key{}, 2*u, u, u, u/2, func(p *render.Pen) {
		p.Lying(func() { p.Rotated(-.125, func() { drawIcon(p, icon, float64(u)*.26) }) })
	}))
}

func isoFlowerSprite(f game.Flower, u int) *render.Sprite {
	return sheet.Draw("flower "+f.String(), key{}, 2*u, u, u, u/2, func(p *render.Pen) {
		p.Lying(func() { drawFlower(p, f, float64(u)*.36) })
	})
}

// isoDecorSprite returns a fountain, a bridge, stairs or, for a blank icon, a belvedere. The other
// end (of stairs, the upper) lies dir quarter turns clockwise from north of the anchor.
func isoDecorSprite(kind game.Icon, dir int, steps uint8, u, h int) *render.Sprite {
	w := u * render.Choose(kind == game.Bridge, 6, 5)
	tall := 2*h + u*render.Choose(kind == game.Bridge, 4, 3)
	name := "built " + kind.String() + [...]string{" north", " east", " south", " west"}[dir]
	return sheet.Draw(name, key{int(steps), u, h}, w, tall, w/2, tall/2, func(p *render.Pen) {
		drawIsoDecor(p, kind, dir, steps, projector{float64(u), float64(h)})
	})
}

func drawIsoDecor(p *render.Pen, kind game.Icon, dir int, steps uint8, q projector) {
	line := math.Max(1, q.u*.03)
	// place returns the point d along the way from one end to the other, side beside it.
	place := func(d, side float64) (c, r float64) {
		d *= render.Choose(dir > 1, -1., 1)
		if dir%2 == 0 {
			return side, d
		}
		return d, side
	}
	at := func(d, side, z float64) point {
		c, r := place(d, side)
		return q.project(c, r, z)
	}
	// block draws a block between two points of the way, 2*wide broad.
	block := func(from, to, wide, z0, z1 float64, ramp render.Ramp, step int) {
		c0, r0 := place(from, -wide)
		c1, r1 := place(to, wide)
		q.box(p, min(c0, c1), min(r0, r1), z0, max(c0, c1), max(r0, r1), z1, ramp, step, ink, line)
	}
	switch kind {
	case game.Fountain:
		block(-.3, 1.3, .3, 0, .22, render.Granite, 13)
		block(-.2, 1.2, .2, .2, .22, render.Water, 9)
		jet := at(.5, 0, .22)
		p.Translated(jet.X, jet.Y, func() { drawJet(p, q.h*.7) })
	case game.Bridge:
		rise := func(d float64) float64 { return .1 + .2*(1-(d-1)*(d-1)/1.44) }
		near := .28 * float64(1-dir%2*2)
		rail := func(side float64) {
			var top []point
			for k := range 9 {
				d := -.2 + .3*float64(k)
				top = append(top, at(d, side, rise(d)+.24))
				if k%2 == 0 {
					p.Line(top[k], at(d, side, rise(d)))
				}
			}
			p.Line(top...)
			p.Stroke(render.Wood.At(2), math.Max(2, q.u*.05))
		}
		rail(-near)
		for k := range 9 {
			if dir == 0 || dir == 3 { // the far planks first
				k = 8 - k
			}
			d := -.2 + .3*float64(k)
			block(d-.15, d+.15, .28, rise(d)-.1, rise(d), render.Wood, 10)
		}
		rail(near)
	case game.Stairs:
		const n = 6
		for k := range n {
			i := k
			if dir == 0 || dir == 3 { // the stairs lead away from the viewer: the far steps first
				i = n - 1 - k
			}
			if steps != allSteps && (i < 4) != (steps == lowerSteps) {
				continue
			}
			from := -.4 + 1.5*float64(i)/n
			top := float64(i+1) / n
			low := 0.0
			if from > .3 {
				low = top - .25 // the upper steps lie on the tile
			}
			block(from, from+1.5/n, .28, low, top, render.Sand, 11+i/2)
		}
		if steps == upperSteps {
			ramp := func(d, side float64) point {
				if dir == 1 || dir == 2 { // from this side the slope is hidden
					return at(max(d, .35), side, 1.03)
				}
				return at(d, side, (d+.4)/1.5+1./n)
			}
			chevron := func() { p.Line(ramp(.5, .2), ramp(.9, 0), ramp(.5, -.2)) }
			p.Banded(chevron, render.Red.At(5), render.White, q.u*.15, line)
		}
	case game.Blank:
		block(-.26, .26, .26, 0, .08, render.Granite, 13)
		for _, c := range [][2]float64{{-1, 1}, {-1, -1}, {1, 1}, {1, -1}} { // the far column first
			q.box(p, c[0]*.18-.04, c[1]*.18-.04, .08, c[0]*.18+.04, c[1]*.18+.04, .42, render.Sand, 15, ink, line)
		}
		const eaves = .31
		q.flat(p, -eaves, -eaves, eaves, eaves, .42)
		p.Outline(render.Leaf.At(5), ink, line)
		for i, c := range [][2]float64{{-1, -1}, {1, 1}} {
			p.Polygon(q.project(c[0]*eaves, c[1]*eaves, .42), q.project(eaves, -eaves, .42), q.project(0, 0, .72))
			p.Outline(render.Leaf.At(9-3*i), ink, line)
		}
		top := q.project(0, 0, .74)
		p.Circle(top.X, top.Y, q.h*.05)
		p.Outline(render.Gold.At(11), ink, line)
	}
}
