package towers

import (
	"math"

	game "amytis/engine/towers"
	"amytis/render"
)

// These sprites show pieces from above. Most are anchored in the middle of a cell or of an arch.

// towerSprite returns battlements around a floor, with an opening to the side that it faces. If
// nobles stand on it, the opening keeps away from the number in the upper left corner.
func towerSprite(level int, f game.Facing, nobles bool, u int) *render.Sprite {
	shade := shades[level]
	shift := 0.0
	switch {
	case nobles && f == game.North:
		shift = .24
	case nobles && f == game.West:
		shift = -.24
	}
	return sheet.Draw("tower "+f.String(), key{shade, render.Flag(nobles)}, u, u, u/2, u/2, func(p *render.Pen) {
		w := float64(u)
		line := math.Max(2, math.Round(w*.035))
		p.Framed(-w/2, -w/2, w, w, line, sandstone.At(shade-3), sandstone.At(2))
		if !nobles {
			drawMerlons(p, w, line, shade)
			in := math.Round(w * .14)
			p.Box(-w/2+in, -w/2+in, w-2*in, w-2*in, 0)
			p.Fill(sandstone.At(shade))
		}
		p.Rotated(float64(f-game.North)/4, func() { p.Translated(w*shift, 0, func() { drawGate(p, w) }) })
	})
}

func drawGate(p *render.Pen, w float64) {
	p.Polygon(pt(-w*.23, -w/2), pt(w*.23, -w/2), pt(w*.23, -w*.4), pt(w*.12, -w*.33), pt(-w*.12, -w*.33),
		pt(-w*.23, -w*.4))
	p.Fill(render.Wood.At(0))
}

func drawMerlons(p *render.Pen, w, line float64, shade int) {
	const n = 4
	wide := math.Round(w * .14)
	for i := range n {
		at := -w/2 + line + (w-2*line-wide)*float64(i)/(n-1)
		for _, q := range []point{{X: at, Y: -w/2 + line}, {X: at, Y: w/2 - line - wide},
			{X: -w/2 + line, Y: at}, {X: w/2 - line - wide, Y: at}} {
			p.Box(math.Round(q.X), math.Round(q.Y), wide, wide, 0)
		}
	}
	p.Fill(sandstone.At(shade + 3))
}

// shadowSprite returns a higher neighbour's shadow, anchored at the cell's upper left corner.
func shadowSprite(north bool, steps, u int) *render.Sprite {
	w, h := max(3, u/20)*steps, u
	if north {
		w, h = u, w
	}
	return sheet.Draw("shadow", key{}, w, h, 0, 0, func(p *render.Pen) {
		p.Box(0, 0, float64(w), float64(h), 0)
		p.Tint(shadow, .5)
	})
}

// bridgeSprite returns a cell of a bridge that runs east or north: first end, arch, or other end.
// One sees the pieces below beside the arch's narrow deck.
func bridgeSprite(level int, north bool, cell, u int) *render.Sprite {
	shade := shades[level]
	turn := render.Flag(north)
	name := render.Choose(north, "bridge north", "bridge east") + [...]string{" from", " arch", " to"}[cell]
	return sheet.Draw(name, key{shade}, u, u, u/2, u/2, func(p *render.Pen) {
		p.Rotated(-float64(turn)/4, func() {
			p.Translated(float64(u*(1-cell)), 0, func() { drawDeck(p, float64(u), shade) })
		})
	})
}

func drawDeck(p *render.Pen, u float64, shade int) {
	line := math.Max(2, math.Round(u*.035))
	// The gaps beside the deck are in its shadow.
	p.Box(-u/2, -u/2, u, u, 0)
	p.Tint(shadow, .6)
	deck := func(in float64) {
		e, w := u*1.5-in, u*.5-in
		p.Polygon(pt(-e, -w), pt(-u/2, -w), pt(-u*.24, -u*.3+in), pt(u*.24, -u*.3+in), pt(u/2, -w), pt(e, -w),
			pt(e, w), pt(u/2, w), pt(u*.24, u*.3-in), pt(-u*.24, u*.3-in), pt(-u/2, w), pt(-e, w))
	}
	deck(0)
	p.Fill(brick.At(1))
	deck(line)
	p.Fill(brick.At(shade - 2))
	deck(u * .1)
	p.Fill(brick.At(shade))
	for _, x := range []float64{-.5, .5} {
		p.Line(pt(x*u, -u*.4), pt(x*u, u*.4))
	}
	p.Stroke(brick.At(shade-3), line)
}

func bridgeSize(north bool, u int) (w, h int) {
	if north {
		return u, 3 * u
	}
	return 3 * u, u
}

// frameSprite returns the brackets around a new piece of w by h pixels, on cells u wide.
func frameSprite(w, h, u int) *render.Sprite {
	const line = 1.5
	wide := math.Max(3, float64(u)*.07)
	arm := float64(u) * .26
	out := int(wide + 2*line)
	return sheet.Draw("new", key{u}, w+2*out, h+2*out, w/2+out, h/2+out, func(p *render.Pen) {
		p.Banded(func() {
			for _, c := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				x, y := c[0]*float64(w)/2, c[1]*float64(h)/2
				p.Line(pt(x, y-c[1]*arm), pt(x, y), pt(x-c[0]*arm, y))
			}
		}, fresh, ink, wide, line)
	})
}
