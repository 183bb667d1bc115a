package babel

import (
	"math"
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// wallSprite returns one site's part of the glazed wall, red and jagged in the final phase.
func wallSprite(w, h int, final bool) *render.Sprite {
	name := render.Choose(final, "wall of the final phase", "wall")
	return sheet.Draw(name, key{}, w, h, 0, 0, func(p *render.Pen) { drawWall(p, float64(w), float64(h), final) })
}

func glaze(final bool) render.Ramp { return render.Choose(final, render.Red, render.Lapis) }

func drawWall(p *render.Pen, w, h float64, final bool) {
	drawBricks(p, w, h, final)
	for _, x := range []float64{2, w - 2} {
		p.Line(pt(x, -h), pt(x, 2*h))
	}
	p.Stroke(render.Gold.At(10), 4)
	if final {
		const n = 6
		for i := range n {
			y := h * float64(i) / n
			high := h / n
			p.Polygon(pt(3, y), pt(3, y+high), pt(10, y+high/2))
			p.Polygon(pt(w-3, y), pt(w-3, y+high), pt(w-10, y+high/2))
		}
		p.Fill(render.Gold.At(10))
	}
}

func drawBricks(p *render.Pen, w, h float64, final bool) {
	ramp := glaze(final)
	p.Box(0, 0, w, h, 0)
	p.Fill(ramp.At(4))
	rows, bricks := math.Round(h/17), math.Round(w/26)
	for i := range int(rows) {
		y := h * float64(i) / rows
		p.Line(pt(0, y), pt(w, y))
		for j := range int(bricks) {
			x := w / bricks * (float64(j) + .25 + .5*float64(i%2))
			p.Line(pt(x, y), pt(x, y+h/rows))
		}
	}
	p.Stroke(ramp.At(2), 1.5)
}

const (
	finalMinimum      = 10
	winningTotal      = 15
	finalWinningTotal = 20
)

const gateWidth = 124

// drawGate draws the gate with the total that wins or begins the final phase. In that phase, a high
// gate also shows the total below which a player loses.
func drawGate(l *render.List, v *game.View, top, h int) {
	goal := render.Choose(v.Final, finalWinningTotal, winningTotal)
	l.Note("%d points win", goal)
	x := render.Width / 2
	l.Put(gateSprite(h, v.Final), x, top)
	both := v.Final && h > 100
	y := top + h/2 + 6
	letter := min(38, h/2)
	if both {
		y = top + h*38/100
		letter = 34
	}
	l.Put(pennantSprite(letter*11/10), x-14, y+letter/2)
	l.Text(render.Bold(letter, white), x-8, y+letter/2, render.Left, strconv.Itoa(goal))
	if both {
		y = top + h*77/100
		l.Put(fallSprite(letter), x-28, y)
		l.Text(render.Bold(letter, white), x-8, y+letter/2, render.Left, strconv.Itoa(finalMinimum))
	}
}

func gateGround(final bool) render.Colour { return glaze(final).At(3) }

// gateSprite returns a gate with crenellations, anchored at the middle of its upper side.
func gateSprite(high int, final bool) *render.Sprite {
	return sheet.Draw("gate", key{render.Flag(final)}, gateWidth, high, gateWidth/2, 0, func(p *render.Pen) {
		const w, teeth, tooth = float64(gateWidth), 5, 11.
		h := float64(high)
		p.Translated(-w/2, 0, func() {
			p.Translated(0, tooth, func() { drawBricks(p, w, h-tooth, final) })
			for i := range teeth {
				x := w / (2*teeth - 1) * 2 * float64(i)
				p.Box(x, 0, w/(2*teeth-1), tooth+1, 0)
			}
			p.Fill(glaze(final).At(4))
			p.Box(0, tooth, w, 5, 0)
			p.Fill(render.Gold.At(10))
			for _, x := range []float64{0, w - 4} {
				p.Box(x, tooth, 4, h, 0)
			}
			p.Fill(render.Gold.At(10))
			p.Box(14, tooth+9, w-28, h-tooth-14, 8)
			p.Fill(gateGround(final))
		})
	})
}

// pennantSprite returns the pennant at the winning total, anchored at its foot.
func pennantSprite(h int) *render.Sprite {
	return sheet.Draw("pennant", key{}, h, h+4, h-4, h+2, func(p *render.Pen) {
		h := float64(h)
		p.Line(pt(0, 0), pt(0, -h*.96))
		p.Stroke(cream, math.Max(2, h*.09))
		p.Polygon(pt(0, -h*.96), pt(-h*.66, -h*.7), pt(0, -h*.44))
		p.Outline(gold, ink, 2)
	})
}

// fallSprite returns the arrow at the total below which a player loses, anchored in its middle.
func fallSprite(h int) *render.Sprite {
	return sheet.Draw("fall", key{}, h, h+2, h/2, h/2+1, func(p *render.Pen) {
		h := float64(h)
		p.Translated(0, h/2, func() {
			p.Polygon(pt(-h*.14, -h*.97), pt(h*.14, -h*.97), pt(h*.14, -h*.42), pt(h*.4, -h*.42), pt(0, 0),
				pt(-h*.4, -h*.42), pt(-h*.14, -h*.42))
			p.Outline(gold, ink, 2)
		})
	})
}
