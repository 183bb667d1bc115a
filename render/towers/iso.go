package towers

import (
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
	// digits is the height of the letters at the edges.
	digits int
}

// isoIn returns the largest iso that fits into a box, centred.
func isoIn(z *game.ZoneView, in box, digits int) iso {
	v := iso{zone: z, area: usedArea(z, 1), digits: digits}
	across := v.cols + v.rows
	// A level is as high as a cell is deep. If there is no room for that, the levels shrink first.
	for v.u = roundSize((in.w - 2*digits) / across); ; v.u = roundSize(v.u - 1) {
		for v.h = v.u; v.h*10 > v.u*6 && v.height() > in.h; {
			v.h = roundSize(v.h - 1)
		}
		if v.height() <= in.h || v.u <= 4 {
			break
		}
	}
	v.x = in.x + (in.w-across*v.u)/2
	v.y = in.y + (in.h-v.height())/2 + v.above() + v.rows*v.u/2
	return v
}

// isoHeight returns the height of a building at a width.
func isoHeight(z *game.ZoneView, w, digits int) int {
	return isoIn(z, box{w: w, h: 1 << 20}, digits).height()
}

func (v iso) height() int { return v.above() + (v.cols+v.rows)*v.u/2 + v.digits*2 }

// above returns how far the building rises above the northern corner of the shown part of the
// table.
func (v iso) above() int {
	_, north := v.at(0, 2*v.rows, 0)
	most := 0
	eachCell(v.zone, func(c game.Cell, _ kind) {
		_, y := v.middle(c)
		most = max(most, north-y+v.u/2+v.u*2) // room for a noble on top
	})
	return most
}

// at returns where a point on a level appears. The point is col half cells east and row half cells
// north of the western corner.
func (v iso) at(col, row, level int) (x, y int) {
	return v.x + (col+row)*v.u/2, v.y + (col-row)*v.u/4 - level*v.h
}

// middle returns where the middle of the top of a cell appears.
func (v iso) middle(c game.Cell) (x, y int) {
	return v.at(2*(int(c.Col)-v.col)+1, 2*(int(c.Row)-v.row)+1, int(c.Level))
}

// cube is the block that fills a cell.
type cube struct {
	at     game.Cell
	kind   kind
	north  bool // for bridges
	facing game.Facing
	new    bool
	nobles []game.NobleView
}

// nearness returns how near a cell is to the viewer.
func (c *cube) nearness() int { return int(c.at.Col) - int(c.at.Row) }

// cubes returns the blocks of a zone in drawing order: a block comes before those that hide it.
func cubes(z *game.ZoneView) []cube {
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
	slices.SortFunc(all, func(a, b cube) int {
		if a.nearness() != b.nearness() {
			return a.nearness() - b.nearness()
		}
		if a.at.Col != b.at.Col {
			return int(a.at.Col) - int(b.at.Col)
		}
		return int(a.at.Level) - int(b.at.Level)
	})
	return all
}

func (v iso) draw(l *render.List) {
	l.Note("zone %d from above the south-east", v.zone.Number)
	v.drawGround(l)
	all := newRoofs(v.zone)
	cubes := cubes(v.zone)
	for i := range cubes {
		c := &cubes[i]
		l.Note("%s %s", c.kind, c.at)
		x, y := v.middle(c.at)
		l.Put(isoBlockSprite(c, v.u, v.h), x, y)
		if c.new {
			l.Put(isoFrameSprite(v.u, v.h), x, y)
		}
		level := int(c.at.Level)
		if level == all[c.at.Col][c.at.Row].level && len(c.nobles) == 0 {
			style := render.Bold(v.u*46/100, ink)
			l.Text(style, x, y+style.Height/2, render.Centre, strconv.Itoa(level))
		}
		drawFigures(l, c.nobles, x, y+v.u/6, v.u*16/10, v.u*16/10)
	}
}

func (v iso) drawGround(l *render.List) {
	for col := range v.cols {
		for row := range v.rows {
			x, y := v.at(2*col+1, 2*row+1, 0)
			l.Put(isoGroundSprite(v.u), x, y)
		}
	}
	style := render.Bold(v.digits, label)
	each := labelInterval(style.Width("00")+v.digits/10, v.u)
	for i := 0; i < v.cols; i += each {
		x, y := v.at(2*i+1, 0, 0)
		l.Text(style, x-v.digits*7/10, y+v.digits*13/10, render.Centre, columnName(v.col+i))
	}
	for i := 0; i < v.rows; i += each {
		x, y := v.at(2*v.cols, 2*i+1, 0)
		l.Text(style, x+v.digits*8/10, y+v.digits*13/10, render.Centre, strconv.Itoa(v.row+i+1))
	}
}
