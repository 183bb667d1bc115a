package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"amytis/render"
)

// Chances are each player's chances to win a game, turn by turn.
type Chances struct {
	Names []string
	Turns int
	// Rounds are the last turns of rounds, 0 first. If there are some, they have the numbers below.
	Rounds []int
	// Points are in the order of their turns.
	Points []Chance
	// Marked are the turns that get a number each, from 1.
	Marked []int
}

// Chance is how likely each player was to win after a turn.
type Chance struct {
	Turn int
	// Percent is by seat, each from 0 to 100.
	Percent []float64
}

// The layout of a graph of chances, with the players' names above, up to legendCols in a row.
const (
	legendTop  = 40
	legendRow  = 52
	legendCols = 3
)

// top returns the upper edge of the curves, below the names and the numbers of the turns.
func (c Chances) top() int {
	rows := (len(c.Names) + legendCols - 1) / legendCols
	return legendTop + rows*legendRow + 58
}

// Draw returns the graph. Its lines differ by colour, dashes and signs.
func (c Chances) Draw() render.Picture { return c.compose().Picture() }

func (c Chances) compose() *render.List {
	l := render.NewList(render.Width, height, render.Paper)
	l.Note("grid")
	for v := 0.0; v <= 100; v += 25 {
		l.Area(left, c.y(v), right-left, 2, render.Sand.At(11))
		if v != 25 && v != 75 {
			l.Text(numbers, left-numberGap, c.y(v)+numbers.Height/2, render.Right, strconv.Itoa(int(v))+"%")
		}
	}
	last := c.Turns
	x := c.x
	if len(c.Rounds) > 1 {
		last = len(c.Rounds) - 1
		x = func(round int) int { return c.x(c.Rounds[round]) }
	}
	drawTicks(l, last, x)
	c.drawMarks(l)
	l.Note("chances of %d players", len(c.Names))
	l.Put(c.curvesSprite(), left, c.top())
	for seat, name := range c.Names {
		c.drawLegend(l, seat, name)
	}
	return l
}

func (c Chances) x(turn int) int { return left + turn*(right-left)/max(c.Turns, 1) }

func (c Chances) y(v float64) int { return bottom - int(math.Round(v/100*float64(bottom-c.top()))) }

// drawMarks draws a line at each marked turn, with its number clear above.
func (c Chances) drawMarks(l *render.List) {
	const badge, above = 24, 48
	digits := render.Bold(render.MinReadable, render.White)
	var badges []int
	for _, turn := range c.Marked {
		badges = append(badges, c.x(turn))
	}
	spread(badges, 2*badge+4, render.Width-badge-4)
	for i, turn := range c.Marked {
		x := c.x(turn)
		at := badges[i]
		l.Note("marked turn %d", turn)
		for y := c.top(); y < bottom; y += 20 {
			l.Area(x-1, y, 3, 10, render.Ink.At(6))
		}
		l.Put(render.Draw("badge", render.Width, above+badge, at, badge, func(p *render.Pen) {
			p.Line(render.Point{}, render.Point{X: float64(x - at), Y: above})
			p.Stroke(render.Ink.At(6), 3)
			p.Circle(0, 0, badge-1)
			p.Fill(render.Ink.At(3))
		}), at, c.top()-above)
		l.Text(digits, at, c.top()-above+digits.Height/2, render.Centre, strconv.Itoa(i+1))
	}
}

// spread moves ascending positions apart, so that they differ by a gap and none is above the last.
func spread(at []int, gap, last int) {
	for i := 1; i < len(at); i++ {
		at[i] = max(at[i], at[i-1]+gap)
	}
	for i := len(at) - 1; i >= 0; i-- {
		at[i] = min(at[i], last)
		last = at[i] - gap
	}
}

func (c Chances) drawLegend(l *render.List, seat int, name string) {
	const sample = 96
	width := (right + 30 - left/3) / min(max(len(c.Names), 1), legendCols)
	row, col := seat/legendCols, seat%legendCols
	x, y := left/3+col*width, legendTop+row*legendRow
	style := styleOf(seat)
	l.Put(render.Draw("sample", sample, 48, 0, 24, func(p *render.Pen) {
		style.drawLine(p, []render.Point{{X: 4}, {X: sample - 4}})
		style.drawSign(p, sample/2, 0)
	}), x, y)
	letters := render.Lettering{Height: numbers.Height, Colour: style.ramp.At(2)}
	name = cmp.Or(render.Legible(name), strconv.Itoa(seat+1))
	l.Text(letters, x+sample+10, y+letters.Height/2, render.Left, letters.Fit(name, width-sample-30))
}

// curvesSprite returns the lines of all seats, the first on top, anchored at the upper left.
func (c Chances) curvesSprite() *render.Sprite {
	const margin = 24 // for the signs
	w, h := right-left, bottom-c.top()
	return render.Draw("chances", w+2*margin, h+2*margin, margin, margin, func(p *render.Pen) {
		for seat := range slices.Backward(c.Names) {
			c.drawCurve(p, seat)
		}
	})
}

// drawCurve draws the line of a seat, with its sign here and there and at the end.
func (c Chances) drawCurve(p *render.Pen, seat int) {
	points := c.points(seat)
	style := styleOf(seat)
	style.drawLine(p, points)
	every := max(1, len(points)/8)
	for i := every/2 + seat*every/max(len(c.Names), 1); i < len(points); i += every {
		style.drawSign(p, points[i].X, points[i].Y)
	}
	last := points[len(points)-1]
	style.drawSign(p, last.X, last.Y)
}

// points returns the points of a seat's line, from the plot's upper left corner. It begins with
// equal chances. In a long game each point but the last is the mean of several turns.
func (c Chances) points(seat int) []render.Point {
	point := func(turn int, v float64) render.Point {
		return render.Point{X: float64(c.x(turn) - left), Y: float64(c.y(v) - c.top())}
	}
	points := []render.Point{point(0, 100/float64(len(c.Names)))}
	last := len(c.Points) - 1
	size := 1 + max(last, 0)/maxPoints
	for i := 0; i < last; i += size {
		some := c.Points[i:min(i+size, last)]
		sum := 0.0
		for _, p := range some {
			sum += p.Percent[seat]
		}
		points = append(points, point(some[len(some)/2].Turn, sum/float64(len(some))))
	}
	if last >= 0 {
		points = append(points, point(c.Points[last].Turn, c.Points[last].Percent[seat]))
	}
	return points
}

// lineStyle tells the lines of a graph apart: by colour, dashes and signs.
type lineStyle struct {
	ramp render.Ramp
	// dashes are the lengths of strokes and gaps in turn, in pixels; nil for an unbroken line.
	dashes []float64
	// path adds the line's sign, of about a radius, around the origin.
	path func(p *render.Pen, radius float64)
}

var lineStyles = [...]lineStyle{
	{render.Lapis, nil, func(p *render.Pen, r float64) { p.Circle(0, 0, r) }},
	{render.Clay, []float64{26, 12}, func(p *render.Pen, r float64) { p.Box(-r, -r, 2*r, 2*r, 0) }},
	{render.Leaf, []float64{7, 11}, func(p *render.Pen, r float64) { p.Polygon(render.Regular(3, 0, 1.5*r)...) }},
	{render.Iris, []float64{30, 9, 7, 9}, func(p *render.Pen, r float64) { p.Polygon(render.Regular(4, 0, 1.3*r)...) }},
	{render.Gold, []float64{14, 8}, func(p *render.Pen, r float64) { p.Star(5, 1.5*r, 1.5*r*.45) }},
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
