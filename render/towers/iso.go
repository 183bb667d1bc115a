package towers

import (
	"cmp"
	"slices"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// iso draws a zone from above the south-east: columns run down to the right, rows up to the right.
type iso struct {
	zone *game.ZoneView
	area
	// x, y is the western corner of the shown part. A cell is a rhombus 2u wide and u high; a level
	// is h high.
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
	// A level is as high as a cell is deep. If there is no room for that, the levels shrink first.
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

// rise returns how far the building rises above the northern corner of the shown part of the
// table.
func (v iso) rise() int {
	_, north := v.project(0, 2*v.rows, 0)
	most := 0
	for _, c := range shownCells(v.zone, v.ghost) {
		_, y := v.middle(c)
		most = max(most, north-y+v.u/2+v.u*2) // room for a noble on top
	}
	return most
}

// project returns where a point on a level appears. The point is col half cells east and row half
// cells north of the western corner.
func (v iso) project(col, row, level int) (x, y int) {
	return v.x + (col+row)*v.u/2, v.y + (col-row)*v.u/4 - level*v.h
}

func (v iso) middle(c game.Cell) (x, y int) {
	return v.project(2*(int(c.Col)-v.col)+1, 2*(int(c.Row)-v.row)+1, int(c.Level))
}

type cube struct {
	at     game.Cell
	kind   kind
	north  bool // for bridges
	facing game.Facing
	new    bool
	nobles []game.NobleView
	ghost  bool
}

func (c *cube) nearness() int { return int(c.at.Col) - int(c.at.Row) }

// cubes returns the blocks of a zone and of a ghost in drawing order: a block comes before those
// that hide it.
func cubes(z *game.ZoneView, g ghost) []cube {
	all := make([]cube, 0, len(z.Towers)+3*len(z.Bridges))
	for i := range z.Towers {
		t := &z.Towers[i]
		all = append(all, cube{at: t.At, kind: towerKind, facing: t.Facing, new: t.New, nobles: t.Nobles})
	}
	for i := range z.Bridges {
		b := &z.Bridges[i]
		for j, c := range b.Cells() {
			k := endKind
			if j == 1 {
				k = archKind
			}
			all = append(all, cube{at: c, kind: k, north: b.North, new: b.New})
		}
	}
	for _, g := range []ghost{g, g.partner()} {
		if !g.isIn(z) {
			continue
		}
		for i, c := range g.Cells() {
			ghostly := cube{at: c, kind: towerKind, facing: g.Facing, north: g.North, ghost: true}
			switch {
			case g.Noble.Size != 0 && !bool(g.fits):
				continue
			case g.Noble.Size != 0:
				ghostly.kind = noKind
				ghostly.nobles = []game.NobleView{g.Noble}
			case g.IsBridge() && i == 1:
				ghostly.kind = archKind
			case g.IsBridge():
				ghostly.kind = endKind
			}
			all = append(all, ghostly)
		}
	}
	slices.SortStableFunc(all, func(a, b cube) int {
		return cmp.Or(a.nearness()-b.nearness(), cmp.Compare(a.at.Col, b.at.Col), cmp.Compare(a.at.Level, b.at.Level))
	})
	return all
}

func (v iso) draw(l *render.List) {
	l.Note("zone %d from above the south-east", v.zone.Number)
	v.drawGround(l)
	all := newRoofs(v.zone)
	blocks := cubes(v.zone, v.ghost)
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
