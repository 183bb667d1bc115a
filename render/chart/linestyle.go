package chart

import "amytis/render"

// lineStyle tells the lines of a graph apart: by colour, dashes and signs.
type lineStyle struct {
	ramp render.Ramp
	// dashes are the lengths of strokes and gaps in turn, in pixels; nil for an unbroken line.
	dashes []float64
	// path adds the line's sign, of about a radius, around the origin.
	path func(p *render.Pen, radius float64)
}

// lineStyles are the seats' line styles, in seat order.
var lineStyles = [...]lineStyle{
	{render.Lapis, nil, func(p *render.Pen, r float64) { p.Circle(0, 0, r) }},
	{render.Clay, []float64{26, 12}, func(p *render.Pen, r float64) { p.Box(-r, -r, 2*r, 2*r, 0) }},
	{render.Leaf, []float64{7, 11}, func(p *render.Pen, r float64) { p.Polygon(render.Regular(3, 0, 1.5*r)...) }},
	{render.Iris, []float64{30, 9, 7, 9}, func(p *render.Pen, r float64) { p.Polygon(render.Regular(4, 0, 1.3*r)...) }},
	{render.Gold, []float64{14, 8}, func(p *render.Pen, r float64) { p.Star(1.5 * r) }},
}

func styleOf(seat int) lineStyle { return lineStyles[seat%len(lineStyles)] }

func (s lineStyle) drawSign(p *render.Pen, x, y float64) {
	p.Translated(x, y, func() {
		s.path(p, 13)
		p.Outline(s.ramp.At(11), s.ramp.At(3), 4)
	})
}

func (s lineStyle) drawLine(p *render.Pen, points []render.Point) {
	const width = 6
	p.Line(points...)
	p.Dashed(s.ramp.At(5), width, s.dashes...)
}
