package render

import (
	"image"
	"math"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Pen draws the vector shapes of a sprite. Its origin is the sprite's anchor,
// x runs to the right and y down, one unit is one pixel. Shapes are laid out
// first and then filled or stroked.
type Pen struct {
	dc *gg.Context
}

// Draw makes a sprite of w by h pixels whose anchor is at ax, ay in it.
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

// Point is a point of a drawing.
type Point struct{ X, Y float64 }

// Around is the point r from the origin at an angle in turns, clockwise from the
// top.
func Around(turns, r float64) Point {
	sin, cos := math.Sincos(turns * 2 * math.Pi)
	return Point{r * sin, -r * cos}
}

// Polygon lays out a closed shape.
func (p *Pen) Polygon(points ...Point) {
	p.dc.NewSubPath()
	for _, q := range points {
		p.dc.LineTo(q.X, q.Y)
	}
	p.dc.ClosePath()
}

// Line lays out an open line through the points.
func (p *Pen) Line(points ...Point) {
	p.dc.NewSubPath()
	for _, q := range points {
		p.dc.LineTo(q.X, q.Y)
	}
}

// Curve lays out an open curve from a to b, pulled towards c and d.
func (p *Pen) Curve(a, c, d, b Point) {
	p.dc.MoveTo(a.X, a.Y)
	p.dc.CubicTo(c.X, c.Y, d.X, d.Y, b.X, b.Y)
}

// Petal lays out a closed leaf shape from a to b, bulging by wide on both sides.
func (p *Pen) Petal(a, b Point, wide float64) {
	dx, dy := b.X-a.X, b.Y-a.Y
	n := math.Hypot(dx, dy)
	ox, oy := -dy/n*wide, dx/n*wide
	p.dc.MoveTo(a.X, a.Y)
	p.dc.CubicTo(a.X+dx*.2+ox, a.Y+dy*.2+oy, a.X+dx*.8+ox, a.Y+dy*.8+oy, b.X, b.Y)
	p.dc.CubicTo(a.X+dx*.8-ox, a.Y+dy*.8-oy, a.X+dx*.2-ox, a.Y+dy*.2-oy, a.X, a.Y)
	p.dc.ClosePath()
}

// Circle lays out a circle.
func (p *Pen) Circle(x, y, r float64) { p.dc.DrawCircle(x, y, r) }

// Ellipse lays out an ellipse.
func (p *Pen) Ellipse(x, y, rx, ry float64) { p.dc.DrawEllipse(x, y, rx, ry) }

// Arc lays out an arc; angles are in turns, clockwise from the right.
func (p *Pen) Arc(x, y, r, from, to float64) {
	p.dc.NewSubPath()
	p.dc.DrawArc(x, y, r, from*2*math.Pi, to*2*math.Pi)
}

// Box lays out a rectangle with rounded corners. (The vector library's own has
// its sides slightly askew.)
func (p *Pen) Box(x, y, w, h, round float64) {
	if round <= 0 {
		p.dc.DrawRectangle(x, y, w, h)
		return
	}
	r := math.Min(round, math.Min(w, h)/2)
	c := r * .4477 // a quarter of a circle as a cubic curve
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

// Star lays out a star of five points and radius r about the origin.
func (p *Pen) Star(r float64) {
	p.dc.NewSubPath()
	for i := range 10 {
		q := Around(float64(i)/10, r*(1-.55*float64(i%2)))
		p.dc.LineTo(q.X, q.Y)
	}
	p.dc.ClosePath()
}

// Letter lays out a bold letter or digit about x, y, so high that a capital
// would be height: lettering that lies aslant. Upright text is better put into
// a [List].
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

// Fill fills what is laid out.
func (p *Pen) Fill(c Colour) { p.Tint(c, 1) }

// Tint fills what is laid out with a colour that lets through what is below:
// alpha 1 hides it.
func (p *Pen) Tint(c Colour, alpha float64) {
	p.ink(c, alpha)
	p.dc.Fill()
}

// Stroke draws along what is laid out.
func (p *Pen) Stroke(c Colour, width float64) {
	p.ink(c, 1)
	p.dc.SetLineWidth(width)
	p.dc.Stroke()
}

// Outline fills what is laid out and draws its edge.
func (p *Pen) Outline(fill, edge Colour, width float64) {
	p.ink(fill, 1)
	p.dc.FillPreserve()
	p.Stroke(edge, width)
}

// Within lets draw paint only inside what is laid out.
func (p *Pen) Within(draw func()) {
	p.dc.Push()
	p.dc.Clip()
	draw()
	p.dc.ResetClip()
	p.dc.Pop()
}

// Turned lets draw paint with the paper turned clockwise about the origin.
func (p *Pen) Turned(turns float64, draw func()) {
	p.dc.Push()
	p.dc.Rotate(turns * 2 * math.Pi)
	draw()
	p.dc.Pop()
}

// Moved lets draw paint with the origin moved.
func (p *Pen) Moved(x, y float64, draw func()) {
	p.dc.Push()
	p.dc.Translate(x, y)
	draw()
	p.dc.Pop()
}

func (p *Pen) ink(c Colour, alpha float64) {
	rgb := palette[c]
	p.dc.SetRGBA(float64(rgb>>16)/255, float64(rgb>>8&255)/255, float64(rgb&255)/255, alpha)
}
