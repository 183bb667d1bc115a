package gardens

import (
	"math"

	game "amytis/engine/gardens"
	"amytis/render"
)

// Decorations seen from above differ in outline. A statue has a square plinth, a fountain a long
// basin, a bridge planks, stairs have steps with an arrow upwards, and a belvedere has an
// eight-sided roof.

// decorSprite returns a decoration seen from above. Its second end (of stairs, the upper one) lies
// dir quarter turns clockwise from north of the first. The anchor is the middle of the first end.
func decorSprite(kind game.Icon, dir, u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: decorPart, a: uint8(kind), b: uint8(dir), u: int16(u)}, func() *render.Sprite {
		size := 3*u + 2
		switch kind {
		case game.Statue:
			size = u
		case game.Bridge:
			size = 5*u + 2
		}
		name := "built " + kind.String()
		if kind != game.Statue {
			name += [...]string{" north", " east", " south", " west"}[dir]
		}
		return render.Draw(name, size, size, size/2, size/2, func(p *render.Pen) {
			// The light always comes from the north-west, so the shadow's offset is not rotated.
			p.Translated(float64(u)*.05, float64(u)*.06, func() {
				p.Rotated(float64(dir)/4, func() { drawDecorShadow(p, kind, float64(u)) })
			})
			if kind == game.Statue {
				drawStatueAbove(p, float64(u))
				return
			}
			p.Rotated(float64(dir)/4, func() { drawDecor(p, kind, float64(u)) })
		})
	})
}

func drawDecorShadow(p *render.Pen, kind game.Icon, u float64) {
	switch kind {
	case game.Statue:
		p.Box(-u*.34, -u*.34, u*.68, u*.68, u*.05)
	case game.Fountain:
		p.Box(-u*.31, -u*1.31, u*.62, u*1.62, u*.31)
	case game.Bridge:
		p.Box(-u*.27, -u*2.36, u*.54, u*2.72, 0)
	case game.Stairs:
		p.Box(-u*.28, -u*1.34, u*.56, u*1.68, 0)
	}
	p.Tint(shadow, .5)
}

func drawStatueAbove(p *render.Pen, u float64) {
	line := math.Max(1.2, u*.03)
	p.Box(-u*.34, -u*.34, u*.68, u*.68, u*.05)
	p.Outline(render.Sand.At(11), ink, line)
	p.Box(-u*.26, -u*.26, u*.52, u*.52, u*.03)
	p.Outline(render.Gold.At(10), ink, line)
	drawIcon(p, game.Statue, u*.22, ink)
}

func drawDecor(p *render.Pen, kind game.Icon, u float64) {
	line := math.Max(1.2, u*.03)
	switch kind {
	case game.Fountain:
		p.Box(-u*.31, -u*1.31, u*.62, u*1.62, u*.31)
		p.Outline(render.Granite.At(13), ink, line)
		p.Box(-u*.21, -u*1.21, u*.42, u*1.42, u*.21)
		p.Outline(render.Water.At(9), render.Water.At(2), line)
		for _, y := range []float64{0, -.5, -1} {
			p.Circle(0, y*u, u*.13)
			p.Stroke(render.White, math.Max(1.2, u*.035))
			p.Circle(0, y*u, u*.05)
			p.Fill(render.White)
		}
	case game.Bridge:
		p.Box(-u*.27, -u*2.36, u*.54, u*2.72, 0)
		p.Outline(render.Wood.At(9), ink, line)
		for i := 1; i < 13; i++ {
			y := u * (.36 - 2.72*float64(i)/13)
			p.Line(pt(-u*.27, y), pt(u*.27, y))
		}
		p.Stroke(render.Wood.At(3), math.Max(1, u*.022))
		for _, x := range []float64{-.29, .21} {
			p.Box(u*x, -u*2.42, u*.08, u*2.84, 0)
			p.Outline(render.Wood.At(4), ink, line*.7)
		}
	case game.Stairs:
		const n = 6
		for i := range n {
			y := u * (.34 - 1.68*float64(i+1)/n)
			p.Box(-u*.28, y, u*.56, u*1.68/n, 0)
			p.Outline(render.Sand.At(8+i+i/2), ink, line*.8)
		}
		p.Polygon(pt(0, -u*1.12), pt(u*.2, -u*.72), pt(u*.07, -u*.72), pt(u*.07, u*.1),
			pt(-u*.07, u*.1), pt(-u*.07, -u*.72), pt(-u*.2, -u*.72))
		p.Outline(render.Red.At(6), render.White, line*.8)
	}
}

// belvedereSprite returns a belvedere seen from above.
func belvedereSprite(u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: belvederePart, u: int16(u)}, func() *render.Sprite {
		return render.Draw("belvedere", u, u, u/2, u/2, func(p *render.Pen) {
			drawRoof(p, float64(u)*.34)
		})
	})
}

// drawRoof draws an eight-sided roof of radius r from above.
func drawRoof(p *render.Pen, r float64) {
	corner := func(i int, r float64) point { return render.Polar((float64(i)+.5)/8, r) }
	var rim []point
	for i := range 8 {
		rim = append(rim, corner(i, r))
	}
	p.Polygon(rim...)
	p.Fill(render.Leaf.At(9))
	p.Polygon(rim[:5]...) // light falls from the north-west
	p.Fill(render.Leaf.At(6))
	p.Polygon(rim...)
	p.Stroke(ink, math.Max(1.2, r*.09))
	p.Circle(0, 0, r*.2)
	p.Outline(render.Gold.At(11), ink, math.Max(1, r*.07))
}
