package babel

import (
	"math"
	"slices"
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// topStep is the highest step of a temple.
const topStep = 6

// drawTemple draws a temple on the ground; x is its middle. It has a step for each card and
// scaffolding for each skipped step, and its value above.
func drawTemple(l *render.List, m *measures, cards []game.Step, x, y int) {
	l.Put(lotSprite(m), x, y)
	if len(cards) == 0 {
		return
	}
	top := cards[len(cards)-1]
	for s := game.Step(1); s <= top; s++ {
		at := y - int(s-1)*m.step
		if !slices.Contains(cards, s) {
			l.Put(scaffoldSprite(m, s), x, at)
			continue
		}
		l.Put(stepSprite(m, s), x, at)
	}
	l.Text(render.Bold(m.value, ink), x, y-int(top)*m.step-m.value*3/10, render.Centre, strconv.Itoa(int(top)))
}

// stepWidth returns the width of a step at its foot.
func stepWidth(m *measures, s game.Step) float64 {
	return float64(m.base) * (1 - float64(s-1)*.125)
}

// brickColours returns the colours of a step. The walls get paler from step to step, and the shrine
// at the top is glazed.
func brickColours(s game.Step) (wall, joint, digit render.Colour) {
	switch s {
	case 1:
		return render.Clay.At(6), render.Clay.At(3), cream
	case 2:
		return render.Clay.At(9), render.Clay.At(6), ink
	case 3:
		return render.Clay.At(12), render.Clay.At(9), ink
	case 4:
		return render.Sand.At(11), render.Sand.At(9), ink
	case 5:
		return render.Sand.At(14), render.Sand.At(11), ink
	}
	return render.Lapis.At(5), render.Lapis.At(2), cream
}

// stepSprite returns a step of a temple. Its anchor is the middle of its foot.
func stepSprite(m *measures, s game.Step) *render.Sprite {
	key := spriteKey{part: stepPart, a: uint8(s), w: int16(m.base), h: int16(m.step)}
	return sheet.Sprite(key, func() *render.Sprite {
		w, h := stepWidth(m, s), float64(m.step)
		return render.Draw("step "+strconv.Itoa(int(s)), m.base+4, m.step+4, m.base/2+2, m.step+2, func(p *render.Pen) {
			wall, joint, digit := brickColours(s)
			slope := h * .1
			outline := func() { p.Polygon(pt(-w/2, 0), pt(-w/2+slope, -h), pt(w/2-slope, -h), pt(w/2, 0)) }
			outline()
			p.Clipped(func() {
				p.Box(-w, -h*2, 2*w, 3*h, 0)
				p.Fill(wall)
				drawBricks(p, w, h, joint)
				p.Box(w*.3, -h, w, h, 0)
				p.Tint(ink, .18)
			})
			p.Box(-w/2+slope, -h, w-2*slope, h*.2, 0)
			p.Fill(lighter(wall))
			outline()
			p.Stroke(render.Wood.At(1), math.Max(1.5, h*.08))
			p.Box(-h*.42, -h*.84, h*.84, h*.84, h*.42)
			p.Fill(wall)
			p.Letter(rune('0'+s), 0, -h*.41, h*.62)
			p.Fill(digit)
		})
	})
}

// lighter returns the colour two steps up the ramp of c.
func lighter(c render.Colour) render.Colour {
	return render.Ramp(c / render.Shades).At(int(c%render.Shades) + 2)
}

func drawBricks(p *render.Pen, w, h float64, joint render.Colour) {
	const rows = 3
	for i := range rows {
		y := -h * float64(i) / rows
		p.Line(pt(-w, y), pt(w, y))
		for x := -w/2 + h*.4*float64(i%2+1); x < w/2; x += h * .8 {
			p.Line(pt(x, y), pt(x, y-h/rows))
		}
	}
	p.Stroke(joint, 1)
}

// scaffoldSprite returns the scaffolding of a skipped step: poles that carry the next step.
func scaffoldSprite(m *measures, s game.Step) *render.Sprite {
	key := spriteKey{part: scaffoldPart, a: uint8(s), w: int16(m.base), h: int16(m.step)}
	return sheet.Sprite(key, func() *render.Sprite {
		w, h := stepWidth(m, s)*.94, float64(m.step)
		name := "scaffold " + strconv.Itoa(int(s))
		return render.Draw(name, m.base+4, m.step+4, m.base/2+2, m.step+2, func(p *render.Pen) {
			n := int(math.Max(2, math.Round(w/h)))
			for i := range n {
				x, wide := -w/2+w*float64(i)/float64(n), w/float64(n)
				p.Line(pt(x, 0), pt(x+wide, -h))
				p.Line(pt(x+wide, 0), pt(x, -h))
			}
			p.Stroke(render.Wood.At(8), math.Max(1, h*.07))
			for i := range n + 1 {
				x := -w/2 + w*float64(i)/float64(n)
				p.Line(pt(x, 0), pt(x, -h))
			}
			p.Line(pt(-w/2, -h+1), pt(w/2, -h+1))
			p.Stroke(render.Wood.At(4), math.Max(1.5, h*.1))
		})
	})
}

// lotSprite returns the ground under a temple.
func lotSprite(m *measures) *render.Sprite {
	return sheet.Sprite(spriteKey{part: lotPart, w: int16(m.base)}, func() *render.Sprite {
		w, h := float64(m.base), math.Max(5, float64(m.step)*.22)
		return render.Draw("lot", m.base+16, m.step, m.base/2+8, m.step/2, func(p *render.Pen) {
			p.Box(-w/2-5, -h/2, w+10, h, h/2)
			p.Outline(render.Sand.At(10), frame, 1.5)
		})
	})
}
