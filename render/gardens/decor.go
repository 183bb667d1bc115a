package gardens

import (
	"math"

	game "amytis/engine/gardens"
	"amytis/render"
)

// Decorations seen from above differ in outline: a basin, planks, steps with an arrow upwards, an
// eight-sided roof. Statues, fountains and bridges have a plate with their icon.

// decorWidth returns a decoration's width in a hole u wide, beside a badge. Stairs need to be seen
// in small holes, too.
func decorWidth(u float64) float64 { return math.Max(u*.42, u*.3+9) }

// decorSprite returns a decoration from above, anchored at the middle of its first end. Its second
// (of stairs, the upper) lies dir quarter turns clockwise from north of the first.
func decorSprite(kind game.Icon, dir, u int) *render.Sprite {
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
	return sheet.Draw(name, key{u}, size, size, size/2, size/2, func(p *render.Pen) {
		// The light always comes from the north-west, so the shadow's offset is not rotated.
		p.Translated(float64(u)*.05, float64(u)*.06, func() {
			p.Rotated(float64(dir)/4, func() {
				drawDecorOutline(p, kind, float64(u), 1)
				p.Tint(shadow, .5)
			})
		})
		p.Rotated(float64(dir)/4, func() {
			drawDecorOutline(p, kind, float64(u), float64(u)*.045)
			p.Fill(paper) // sets it off from dark stones
			drawDecor(p, kind, float64(u))
		})
		if kind != game.Stairs {
			at := render.Polar(float64(dir)/4, plateAt(kind)*float64(u))
			p.Translated(at.X, at.Y, func() { drawPlate(p, kind, float64(u)) })
		}
	})
}

// plateAt returns a plate's distance from the first end, in holes; on a bridge off the middle.
func plateAt(kind game.Icon) float64 { return render.Choose(kind == game.Statue, 0, .5) }

// drawDecorOutline adds the outline of a decoration to the path, grown by some pixels.
func drawDecorOutline(p *render.Pen, kind game.Icon, u, grow float64) {
	half := decorWidth(u)/2 + grow
	if kind != game.Stairs {
		plate := u*spotShare + grow
		p.Box(-plate, -plate-plateAt(kind)*u, 2*plate, 2*plate, grow)
	}
	switch kind {
	case game.Fountain:
		p.Box(-half, -u*1.26-grow, 2*half, u*1.52+2*grow, half)
	case game.Bridge:
		p.Box(-half, -u*2.3-grow, 2*half, u*2.6+2*grow, grow)
	case game.Stairs:
		p.Box(-half, -u*1.3-grow, 2*half, u*1.6+2*grow, grow)
	}
}

func haloSprite(kind game.Icon, dir, u int) *render.Sprite {
	size := 6 * u
	return sheet.Draw("new "+kind.String(), key{dir}, size, size, size/2, size/2, func(p *render.Pen) {
		p.Rotated(float64(dir)/4, func() {
			wide := float64(u) * .08
			for _, layer := range []struct {
				c    render.Colour
				grow float64
			}{{ink, wide + 6.5}, {mark, wide + 4}, {ink, 4}} {
				drawDecorOutline(p, kind, float64(u), layer.grow)
				p.Fill(layer.c)
			}
		})
	})
}

func drawPlate(p *render.Pen, kind game.Icon, u float64) {
	line := math.Max(1.2, u*.035)
	s := u*spotShare - line/2
	p.Box(-s, -s, 2*s, 2*s, u*.04)
	p.Outline(plates[kind], ink, line)
	drawIcon(p, kind, s*.78)
}

func drawDecor(p *render.Pen, kind game.Icon, u float64) {
	line := math.Max(1.2, u*.035)
	half := decorWidth(u) / 2
	drawDecorOutline(p, kind, u, 0)
	switch kind {
	case game.Fountain:
		p.Outline(render.Granite.At(14), ink, line)
		in := half * .66
		p.Box(-in, -u-in*1.2, 2*in, u+2.4*in, in)
		p.Outline(render.Water.At(9), render.Water.At(1), line*.8)
	case game.Bridge:
		p.Outline(render.Wood.At(10), ink, line)
		for i := 1; i < 11; i++ {
			y := u * (.3 - 2.6*float64(i)/11)
			p.Line(pt(-half, y), pt(half, y))
		}
		p.Stroke(render.Wood.At(2), math.Max(1, u*.03))
		for _, x := range []float64{-half, half - u*.08} {
			p.Box(x, -u*2.34, u*.08, u*2.68, 0)
			p.Outline(render.Wood.At(3), ink, line*.7)
		}
	case game.Stairs:
		p.Fill(ink)
		const n = 6
		for i := range n {
			y := u * (.3 - 1.6*float64(i+1)/n)
			p.Box(-half, y, 2*half, u*1.6/n, 0)
			p.Outline(render.Sand.At(7+i+i/2), ink, line*.8)
		}
		p.Polygon(pt(0, -u*1.14), pt(u*.17, -u*.76), pt(u*.06, -u*.76), pt(u*.06, u*.1),
			pt(-u*.06, u*.1), pt(-u*.06, -u*.76), pt(-u*.17, -u*.76))
		p.Outline(render.Red.At(5), render.White, line*.8)
	}
}

func belvedereSprite(size int) *render.Sprite {
	half := size/2 + 4
	return sheet.Draw("belvedere", key{size}, 2*half, 2*half, half, half, func(p *render.Pen) {
		p.Circle(0, 0, float64(size)/2+1)
		p.Fill(paper)
		drawRoof(p, float64(size)/2-1)
	})
}

func drawRoof(p *render.Pen, r float64) {
	rim := render.Regular(8, .5/8, r)
	p.Polygon(rim...)
	p.Fill(render.Leaf.At(9))
	p.Polygon(rim[:5]...) // light falls from the north-west
	p.Fill(render.Leaf.At(6))
	p.Polygon(rim...)
	p.Stroke(ink, math.Max(1.2, r*.09))
	p.Circle(0, 0, r*.2)
	p.Outline(render.Gold.At(11), ink, math.Max(1, r*.07))
}
