package towers

import (
	"slices"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// iso is a zone seen from above the south-east: columns run down to the right,
// rows up to the right.
type iso struct {
	zone *game.ZoneView
	area
	// x, y is the western corner of what is shown; a cell is a rhombus 2u wide
	// and u high; a level is h high.
	x, y, u, h int
	// digits is the height of letters at the edges.
	digits int
}

// isoIn is a building as large as fits into a box, in its middle.
func isoIn(z *game.ZoneView, in box, digits int) iso {
	v := iso{zone: z, area: areaOf(z, 1), digits: digits}
	across := v.cols + v.rows
	// A level is as high as a cell is deep; where there is no room for that,
	// levels give way at first.
	for v.u = inSteps((in.w - 2*digits) / across); ; v.u = inSteps(v.u - 1) {
		for v.h = v.u; v.h*10 > v.u*6 && v.high() > in.h; {
			v.h = inSteps(v.h - 1)
		}
		if v.high() <= in.h || v.u <= 4 {
			break
		}
	}
	v.x = in.x + (in.w-across*v.u)/2
	v.y = in.y + (in.h-v.high())/2 + v.above() + v.rows*v.u/2
	return v
}

// isoHigh is how high a building is that is so wide.
func isoHigh(z *game.ZoneView, w, digits int) int {
	return isoIn(z, box{w: w, h: 1 << 20}, digits).high()
}

func (v iso) high() int { return v.above() + (v.cols+v.rows)*v.u/2 + v.digits*2 }

// above is how far the building stands out above the northern corner of what is
// shown of the table.
func (v iso) above() int {
	_, north := v.at(0, 2*v.rows, 0)
	most := 0
	eachCell(v.zone, func(c game.Cell, _ kind) {
		_, y := v.middle(c)
		most = max(most, north-y+v.u/2+v.u*2) // with a noble on it
	})
	return most
}

// at is where a point, in half cells east and north of the western corner, is
// seen on a level.
func (v iso) at(col, row, level int) (x, y int) {
	return v.x + (col+row)*v.u/2, v.y + (col-row)*v.u/4 - level*v.h
}

// middle is that of the top of a cell.
func (v iso) middle(c game.Cell) (x, y int) {
	return v.at(2*(int(c.Col)-v.col)+1, 2*(int(c.Row)-v.row)+1, int(c.Level))
}

// cube is what fills a cell, with how it is drawn.
type cube struct {
	at     game.Cell
	kind   kind
	north  bool // of a bridge
	facing game.Facing
	new    bool
	nobles []game.NobleView
}

// near is how near a cell is to whoever looks.
func (c *cube) near() int { return int(c.at.Col) - int(c.at.Row) }

// cubes are those of a zone, what is behind or below before what hides it.
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
		if a.near() != b.near() {
			return a.near() - b.near()
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
	all := roofsOf(v.zone)
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
	each := every(style.Width("00")+v.digits/10, v.u)
	for i := 0; i < v.cols; i += each {
		x, y := v.at(2*i+1, 0, 0)
		l.Text(style, x-v.digits*7/10, y+v.digits*13/10, render.Centre, columnName(v.col+i))
	}
	for i := 0; i < v.rows; i += each {
		x, y := v.at(2*v.cols, 2*i+1, 0)
		l.Text(style, x+v.digits*8/10, y+v.digits*13/10, render.Centre, strconv.Itoa(v.row+i+1))
	}
}
