package towers

import (
	"math"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// elevation draws a zone from a side, without perspective.
type elevation struct {
	zone *game.ZoneView
	area
	from render.Side
	box
	// left is where the first column or row begins, floor the y of the table, u a cell's width, h a
	// level's height.
	left, floor, u, h int
}

// A side has room for one level more than are built, for minSideLevels at least, and for heads.
const (
	minSideLevels = 4
	headroom      = 24
)

// elevationIn returns the largest elevation that fits into a box.
func elevationIn(z *game.ZoneView, from render.Side, in box) elevation {
	left, foot := 2*letter, letter*18/10
	e := elevation{zone: z, area: usedArea(z, ghost{}), from: from, box: in}
	e.u = roundSize((in.w - left - edge) / e.width())
	e.h = min(e.u, roundSize((in.h-foot-headroom)/max(highest(z)+1, minSideLevels)))
	e.u = min(e.u, roundSize(e.h*7/2))
	e.left = in.x + left + (in.w-left-edge-e.width()*e.u)/2
	e.floor = in.y + in.h - foot
	return e
}

func (e elevation) width() int {
	if e.from == render.North || e.from == render.South {
		return e.cols
	}
	return e.rows
}

// facing returns the facing that points at the viewer.
func (e elevation) facing() game.Facing { return game.North + game.Facing(e.from) }

func (e elevation) depth() int { return e.cols + e.rows - e.width() }

func (e elevation) place(c game.Cell) (right, near int) {
	return e.from.Place(int(c.Col), int(c.Row), e.shown())
}

func (e elevation) draw(l *render.List) {
	l.Note("zone %d from the %s", e.zone.Number, e.facing())
	e.drawSky(l)
	for near := range e.depth() {
		e.drawBridges(l, near)
		e.drawTowers(l, near)
	}
}

func (e elevation) drawSky(l *render.List) {
	drawSky(l, box{e.x, e.y, e.w, e.floor - e.y})
	l.Area(e.x, e.floor, e.w, e.y+e.box.h-e.floor, ground)
	l.Area(e.x, e.floor, e.w, 4, groundLine)
	style := render.Bold(letter, note)
	each := labelInterval(letter*13/10, e.h)
	for level := 1; level <= game.MaxLevel && e.floor-level*e.h >= e.y+letter/2; level++ {
		y := e.floor - level*e.h
		l.Area(e.left, y, e.width()*e.u, 1, render.Sky.At(10))
		if level%each == 0 {
			l.Text(style, e.left-letter*4/10, y+(e.h+letter)/2, render.Right, strconv.Itoa(level))
		}
	}
	each = labelInterval(style.Width("00")+letter*5/10, e.u)
	for i := range e.width() {
		if i%each == 0 {
			l.Text(style, e.left+i*e.u+e.u/2, e.floor+letter*15/10, render.Centre, e.from.Label(i, e.shown()))
		}
	}
}

// haze returns how much paler things are at a distance, in steps of a ramp.
func (e elevation) haze(near int) int { return (e.depth() - 1 - near) * 7 / e.depth() }

func (e elevation) spot(right int, level uint8) (x, y int) {
	return e.left + right*e.u, e.floor - int(level)*e.h
}

func (e elevation) drawTowers(l *render.List, near int) {
	for _, t := range e.zone.Towers {
		right, depth := e.place(t.At)
		if depth != near {
			continue
		}
		l.Note("tower %s %s", t.At, t.Facing)
		x, y := e.spot(right, t.At.Level)
		// Facings are a quarter turn apart: 0 points at the viewer.
		turned := uint8(t.Facing+4-e.facing()) % 4
		l.Put(sideTowerSprite(turned, e.haze(near), e.u, e.h), x, y)
		if t.New {
			e.drawMark(l, x, y, e.u)
		}
		if len(t.Nobles) > 0 {
			e.drawNobles(l, &t, x, y)
		}
	}
}

// drawMark frames a new piece that is w pixels wide, within its edges.
func (e elevation) drawMark(l *render.List, x, y, w int) {
	u := min(e.u, e.h)
	in := px(u, .2)
	l.Put(frameSprite(w-in, e.h-in, u), x+w/2, y+e.h/2)
}

// leastPlaque is the width of the narrowest plaque on which one can read "+1".
const leastPlaque = 18

// drawNobles draws the noble in front in a tower's column and level, with how many more stand
// there, unless another tower there is nearer.
func (e elevation) drawNobles(l *render.List, t *game.TowerView, x, y int) {
	right, near := e.place(t.At)
	more := -1
	for _, other := range e.zone.Towers {
		r, n := e.place(other.At)
		if r != right || other.At.Level != t.At.Level || len(other.Nobles) == 0 {
			continue
		}
		if n > near {
			return
		}
		more += len(other.Nobles)
	}
	r := px(min(e.u, e.h+headroom), .23)
	w, h := e.u-2*r-4, min(max(e.h*2/3, render.MinScenery), letter)
	if more == 0 || w < leastPlaque {
		l.Put(figureSprite(t.Nobles[0], r), x+e.u/2, y)
		return
	}
	l.Put(figureSprite(t.Nobles[0], r), x+r+1, y)
	l.Put(plaqueSprite("+"+strconv.Itoa(more), w, h, paper, ink), x+e.u-w-1, y-h-2)
}

func (e elevation) drawBridges(l *render.List, near int) {
	for _, b := range e.zone.Bridges {
		cells := b.Cells()
		r0, n0 := e.place(cells[0])
		r1, n1 := e.place(cells[2])
		if max(n0, n1) != near {
			continue
		}
		l.Note("bridge %s", b)
		x, y := e.spot(min(r0, r1), b.From.Level)
		long := r0 != r1
		l.Put(sideBridgeSprite(long, e.haze(near), e.u, e.h), x, y)
		if b.New {
			e.drawMark(l, x, y, (1+max(r0-r1, r1-r0))*e.u)
		}
	}
}

func drawFigures(l *render.List, nobles []game.NobleView, x, y, u int) {
	r := px(u, render.Choose(len(nobles) > 1, .16, .24))
	for i, n := range nobles {
		l.Put(figureSprite(n, r), x+(2*i+1-len(nobles))*u/(2*len(nobles)), y)
	}
}

// sideTowerSprite returns a tower. Its opening is turned quarter turns clockwise from the viewer.
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

func drawBlock(p *render.Pen, x, y, w, h, line float64, ramp render.Ramp, shade int) {
	p.Framed(x, y, w, h, line, ramp.At(shade), ramp.At(shade-6))
}

// sideBridgeSprite returns a bridge, with its arch if long means that one sees its length.
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
