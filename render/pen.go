package render

import (
	"image"
	"math"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Pen draws the vector shapes of a sprite. Its origin is the sprite's anchor; x grows to the right
// and y downwards, in pixels. Methods such as Line or Circle add to the current path; Fill, Tint,
// Stroke and Outline paint it.
type Pen struct {
	dc *gg.Context
}

// Draw returns a sprite of w by h pixels, anchored ax, ay pixels from its upper left corner.
func Draw(name string, w, h, ax, ay int, draw func(p *Pen)) *Sprite {
	w, h = max(w, 1), max(h, 1)
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	p := &Pen{gg.NewContextForRGBA(im)}
	p.dc.Translate(float64(ax), float64(ay))
	draw(p)
	s := &Sprite{Name: name, Width: w, Height: h, anchorX: ax, anchorY: ay}
	s.fromRGBA(im)
	return s
}

type Point struct{ X, Y float64 }

// Polar returns the point at distance r from the origin, by turns clockwise from the top.
func Polar(turns, r float64) Point {
	sin, cos := math.Sincos(turns * 2 * math.Pi)
	return Point{r * sin, -r * cos}
}

// Polygon adds a closed polygon to the path.
func (p *Pen) Polygon(points ...Point) {
	p.Line(points...)
	p.dc.ClosePath()
}

// Regular returns the n corners of a regular polygon around the origin, the first as of [Polar].
func Regular(n int, first, r float64) []Point {
	corners := make([]Point, n)
	for i := range corners {
		corners[i] = Polar(first+float64(i)/float64(n), r)
	}
	return corners
}

// Line adds an open line through the points.
func (p *Pen) Line(points ...Point) {
	p.dc.NewSubPath()
	for _, q := range points {
		p.dc.LineTo(q.X, q.Y)
	}
}

// Curve adds a Bézier curve from a to b with the control points c and d.
func (p *Pen) Curve(a, c, d, b Point) {
	p.dc.MoveTo(a.X, a.Y)
	p.dc.CubicTo(c.X, c.Y, d.X, d.Y, b.X, b.Y)
}

// Petal adds a closed leaf shape from a to b. The control points of its sides lie wide pixels to
// either side of the line from a to b.
func (p *Pen) Petal(a, b Point, wide float64) {
	dx, dy := b.X-a.X, b.Y-a.Y
	n := math.Hypot(dx, dy)
	ox, oy := -dy/n*wide, dx/n*wide
	p.dc.MoveTo(a.X, a.Y)
	p.dc.CubicTo(a.X+dx*.2+ox, a.Y+dy*.2+oy, a.X+dx*.8+ox, a.Y+dy*.8+oy, b.X, b.Y)
	p.dc.CubicTo(a.X+dx*.8-ox, a.Y+dy*.8-oy, a.X+dx*.2-ox, a.Y+dy*.2-oy, a.X, a.Y)
	p.dc.ClosePath()
}

// Hatch adds slanted lines over a rectangle from the origin, step pixels apart.
func (p *Pen) Hatch(w, h, step float64) {
	for x := -h; x < w; x += step {
		p.Line(Point{x, h}, Point{x + h, 0})
	}
}

func (p *Pen) Circle(x, y, r float64) { p.dc.DrawCircle(x, y, r) }

func (p *Pen) Ellipse(x, y, rx, ry float64) { p.dc.DrawEllipse(x, y, rx, ry) }

// Arc adds an arc. Its angles are in turns, clockwise from the right.
func (p *Pen) Arc(x, y, r, from, to float64) {
	p.dc.NewSubPath()
	p.dc.DrawArc(x, y, r, from*2*math.Pi, to*2*math.Pi)
}

// Box adds a rectangle rounded by radius round. gg's own has slightly slanted sides.
func (p *Pen) Box(x, y, w, h, round float64) {
	if round <= 0 {
		p.dc.DrawRectangle(x, y, w, h)
		return
	}
	r := math.Min(round, math.Min(w, h)/2)
	c := r * .4477 // approximates a quarter circle by a cubic curve
	p.dc.NewSubPath()
	p.dc.MoveTo(x+r, y)
	p.dc.LineTo(x+w-r, y)
	p.dc.CubicTo(x+w-c, y, x+w, y+c, x+w, y+r)
	p.dc.LineTo(x+w, y+h-r)
	p.dc.CubicTo(x+w, y+h-c, x+w-c, y+h, x+w-r, y+h)
	p.dc.LineTo(x+r, y+h)
	p.dc.CubicTo(x+c, y+h, x, y+h-c, x, y+h-r)
	p.dc.LineTo(x, y+r)
	p.dc.CubicTo(x, y+c, x+c, y, x+r, y)
	p.dc.ClosePath()
}

// Star adds a star of n points around the origin, r from it, with notches in from it.
func (p *Pen) Star(n int, r, in float64) {
	var star []Point
	for i, tip := range Regular(n, 0, r) {
		star = append(star, tip, Polar((float64(i)+.5)/float64(n), in))
	}
	p.Polygon(star...)
}

// Letter adds the outline of a bold letter or digit centred at x, y, with capitals of the given
// height. Use it for rotated letters; upright text is better put into a [List].
func (p *Pen) Letter(r rune, x, y, height float64) {
	var b sfnt.Buffer
	index, err := bold().GlyphIndex(&b, r)
	if err != nil {
		return
	}
	const em = 1000
	outline, err := bold().LoadGlyph(&b, index, fixed.I(em), nil)
	if err != nil {
		return
	}
	advance, _ := bold().GlyphAdvance(&b, index, fixed.I(em), font.HintingNone)
	unit := height * capsToSize / em / 64
	left, base := x-float64(advance)*unit/2, y+height/2
	at := func(q fixed.Point26_6) (float64, float64) { return left + float64(q.X)*unit, base + float64(q.Y)*unit }
	for _, s := range outline {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.dc.ClosePath()
			p.dc.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			p.dc.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			p.dc.QuadraticTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			p.dc.CubicTo(ax, ay, bx, by, cx, cy)
		}
	}
	p.dc.ClosePath()
}

func (p *Pen) Fill(c Colour) { p.Tint(c, 1) }

// Tint fills the path with a translucent colour; alpha runs from 0 (invisible) to 1 (opaque).
func (p *Pen) Tint(c Colour, alpha float64) {
	p.ink(c, alpha)
	p.dc.Fill()
}

// Stroke draws a line of the given width along the path.
func (p *Pen) Stroke(c Colour, width float64) {
	p.ink(c, 1)
	p.dc.SetLineWidth(width)
	p.dc.Stroke()
}

// Dashed strokes the path. dashes are lengths of strokes and gaps in turn, none for a whole line.
func (p *Pen) Dashed(c Colour, width float64, dashes ...float64) {
	p.dc.SetDash(dashes...)
	p.Stroke(c, width)
	p.dc.SetDash()
}

// Banded strokes a path between two edges, line pixels wide. It calls lay for the path twice.
func (p *Pen) Banded(lay func(), c, edge Colour, width, line float64) {
	lay()
	p.Stroke(edge, width+2*line)
	lay()
	p.Stroke(c, width)
}

// Outline fills the path and strokes its edge.
func (p *Pen) Outline(fill, edge Colour, width float64) {
	p.ink(fill, 1)
	p.dc.FillPreserve()
	p.Stroke(edge, width)
}

// Framed fills a rectangle with an edge inside it. On whole pixels both are sharp.
func (p *Pen) Framed(x, y, w, h, line float64, fill, edge Colour) {
	p.Box(x, y, w, h, 0)
	p.Fill(edge)
	p.Box(x+line, y+line, w-2*line, h-2*line, 0)
	p.Fill(fill)
}

// Clipped clips what draw paints to the path.
func (p *Pen) Clipped(draw func()) {
	p.drawWithin(p.dc.Clip, func() {
		draw()
		p.dc.ResetClip()
	})
}

// Rotated rotates what draw paints about the origin, clockwise, by an angle in turns.
func (p *Pen) Rotated(turns float64, draw func()) {
	p.drawWithin(func() { p.dc.Rotate(turns * 2 * math.Pi) }, draw)
}

// Lying draws as if on the ground seen from its corner: what draw paints to the right goes down to
// the right, and what it paints upwards goes up to the right. Lines keep their width.
func (p *Pen) Lying(draw func()) {
	p.drawWithin(func() {
		p.dc.Scale(math.Sqrt2, math.Sqrt2/2)
		p.dc.Rotate(math.Pi / 4)
	}, draw)
}

// Narrow draws with all widths multiplied by a share.
func (p *Pen) Narrow(share float64, draw func()) {
	p.drawWithin(func() { p.dc.Scale(share, 1) }, draw)
}

// Translated shifts what draw paints by x, y.
func (p *Pen) Translated(x, y float64, draw func()) {
	p.drawWithin(func() { p.dc.Translate(x, y) }, draw)
}

// drawWithin draws with a change of the context that ends after draw.
func (p *Pen) drawWithin(change, draw func()) {
	p.dc.Push()
	change()
	draw()
	p.dc.Pop()
}

func (p *Pen) ink(c Colour, alpha float64) {
	rgb := palette[c]
	p.dc.SetRGBA(float64(rgb>>16)/255, float64(rgb>>8&255)/255, float64(rgb&255)/255, alpha)
}
