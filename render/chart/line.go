// Package chart draws graphs and rankings in the style of the games' pictures, in every language
// alike, since they have no words.
package chart

import (
	"math"
	"slices"
	"strconv"

	"amytis/render"
)

// The layout of a graph, in pixels: the picture's height, and the edges of the plot.
const (
	height = render.Width * 7 / 11
	left   = 150
	right  = render.Width - 50
	top    = 70
	bottom = height - 100
)

// numberGap is the space for the curve's first point between a number at the left and the graph.
const numberGap = 28

// maxPoints is about the most points of a curve. In a longer one each is a mean of values.
const maxPoints = 120

// fewPoints is the most points of a curve that get a dot each.
const fewPoints = 40

// Line returns the graph of a value over games, from values[0] before the first; it needs two. It
// marks the highest and the last value, and base, such as the first rating, by a dashed line.
func Line(values []float64, base float64) render.Picture {
	return composeLine(values, base).Picture()
}

func composeLine(values []float64, base float64) *render.List {
	g := newGraph(values, base)
	l := render.NewList(render.Width, height, render.Paper)
	points := g.points()
	l.Note("ground")
	l.Put(groundSprite(points), left, top)
	l.Note("grid")
	for v := g.low; v <= g.high; v += g.step {
		l.Area(left, g.y(v), right-left, 2, render.Sand.At(11))
		l.Text(numbers, left-numberGap, g.y(v)+numbers.Height/2, render.Right, strconv.Itoa(int(v)))
	}
	drawTicks(l, len(values)-1, g.x)
	l.Note("base %.0f", base)
	for x := left; x < right; x += 24 {
		l.Area(x, g.y(base), 12, 3, render.Clay.At(6))
	}
	l.Note("curve of %d values", len(values))
	l.Put(curveSprite(points), left, top)
	g.drawMarks(l)
	return l
}

// numbers is the lettering along the edges of a graph.
var numbers = render.Lettering{Height: render.MinReadable + 1, Colour: render.Ink.At(3)}

// drawTicks numbers the lower edge from 0 to last; x returns where a number is.
func drawTicks(l *render.List, last int, x func(n int) int) {
	every := int(niceStep(float64(max(last, 1)), 6))
	for n := 0; n <= last; n += every {
		l.Area(x(n), bottom, 2, 12, render.Sand.At(8))
		text := strconv.Itoa(n)
		at := min(x(n), render.Width-16-numbers.Width(text)/2)
		l.Text(numbers, at, bottom+24+numbers.Height, render.Centre, text)
	}
}

type graph struct {
	values          []float64
	low, high, step float64
}

func newGraph(values []float64, base float64) graph {
	low, high := base, base
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	if low == high {
		low, high = low-20, high+20
	}
	step := niceStep(max(high-low, 20), 5)
	return graph{values, math.Floor(low/step) * step, math.Ceil(high/step) * step, step}
}

// niceStep returns the smallest of 1, 2, 5, 10, 20... that divides a length into at most n parts.
func niceStep(length float64, n int) float64 {
	for unit := 1.0; ; unit *= 10 {
		for _, step := range []float64{unit, 2 * unit, 5 * unit} {
			if length/step <= float64(n) {
				return step
			}
		}
	}
}

func (g graph) x(i int) int { return left + i*(right-left)/(len(g.values)-1) }

func (g graph) y(v float64) int {
	return bottom - int(math.Round((v-g.low)/(max(g.high-g.low, 1))*(bottom-top)))
}

// groundSprite returns the area below a curve, anchored at its upper left corner.
func groundSprite(points []render.Point) *render.Sprite {
	const w, h = right - left, bottom - top
	return render.Draw("ground", w, h, 0, 0, func(p *render.Pen) {
		p.Polygon(append(append([]render.Point{{X: 0, Y: h}}, points...), render.Point{X: w, Y: h})...)
		p.Fill(render.Sand.At(13))
	})
}

// curveSprite returns the curve, anchored at the plot's upper left corner.
func curveSprite(points []render.Point) *render.Sprite {
	const margin = 12 // for the width of the curve
	const w, h = right - left, bottom - top
	return render.Draw("curve", w+2*margin, h+2*margin, margin, margin, func(p *render.Pen) {
		p.Line(points...)
		p.Stroke(render.Lapis.At(5), 6)
		if len(points) > fewPoints {
			return
		}
		for _, q := range points {
			p.Circle(q.X, q.Y, 8)
			p.Fill(render.Lapis.At(5))
		}
	})
}

// points returns the curve's points, the last value's too, from the plot's upper left corner.
func (g graph) points() []render.Point {
	last := len(g.values) - 1
	size := 1 + last/maxPoints
	var points []render.Point
	for i := 0; i < last; i += size {
		n := min(size, last-i)
		sum := 0.0
		for _, v := range g.values[i : i+n] {
			sum += v
		}
		points = append(points, g.point(i+(n-1)/2, sum/float64(n)))
	}
	return append(points, g.point(last, g.values[last]))
}

func (g graph) point(i int, v float64) render.Point {
	return render.Point{X: float64(g.x(i) - left), Y: float64(g.y(v) - top)}
}

// drawMarks marks the last value, and the highest if it is neither close to that nor the first.
func (g graph) drawMarks(l *render.List) {
	last := len(g.values) - 1
	highest := slices.Index(g.values, slices.Max(g.values))
	l.Note("last")
	g.drawLabel(l, last, render.Lapis)
	if highest > 0 && g.x(last)-g.x(highest) > 200 {
		l.Note("highest")
		g.drawLabel(l, highest, render.Leaf)
	}
}

// drawLabel marks a value with a dot and writes it above, or below if the curve falls to it.
func (g graph) drawLabel(l *render.List, i int, ramp render.Ramp) {
	dot := render.Draw("dot", 36, 36, 18, 18, func(p *render.Pen) {
		p.Circle(0, 0, 14)
		p.Outline(ramp.At(11), ramp.At(3), 4)
	})
	style := render.Bold(render.MinReadable+5, ramp.At(3))
	text := strconv.Itoa(int(math.Round(g.values[i])))
	x := min(max(g.x(i), left+style.Width(text)/2), render.Width-16-style.Width(text)/2)
	y := g.y(g.values[i])
	l.Put(dot, g.x(i), y)
	base := y - 24
	below := y + 24 + style.Height
	if g.values[max(0, i-1-len(g.values)/20)] > g.values[i] && below < bottom {
		base = below
	}
	l.Text(style, x, base, render.Centre, text)
}
