package gardens

import (
	"math"

	game "amytis/engine/gardens"
	"amytis/render"
)

type point = render.Point

func pt(x, y float64) point { return point{X: x, Y: y} }

// drawFlower draws a flower of radius r around the origin. Each kind has its shape: jasmine five
// pointed petals, the rose round scallops, the iris three broad and three narrow petals, the
// marigold many rays.
func drawFlower(p *render.Pen, f game.Flower, r float64) {
	fill, edge := petals(f)
	line := math.Max(1, r*.09)
	// Stroke all petals before filling any, so that only the outline of the whole flower remains.
	layOut := func(petal func(i int), n int, fill render.Colour) {
		for i := range n {
			petal(i)
		}
		p.Stroke(edge, 2*line)
		for i := range n {
			petal(i)
			p.Fill(fill)
		}
	}
	switch f {
	case game.Jasmine:
		layOut(func(i int) { p.Petal(render.Polar(float64(i)/5, r*.1), render.Polar(float64(i)/5, r-line), r*.42) },
			5, fill)
		p.Circle(0, 0, r*.16)
		p.Fill(edge)
	case game.Rose:
		layOut(func(i int) {
			q := render.Polar((float64(i)+.5)/6, r*.58)
			p.Circle(q.X, q.Y, r*.42-line)
		}, 6, fill)
		p.Circle(0, 0, r*.6)
		p.Fill(fill)
		for _, arc := range [][3]float64{{.55, 0, .7}, {.2, .4, 1.1}} {
			p.Arc(0, 0, r*arc[0], arc[1], arc[2])
			p.Stroke(edge, line)
		}
	case game.Iris:
		layOut(func(i int) {
			p.Petal(render.Polar((float64(i)+.5)/3, 0), render.Polar((float64(i)+.5)/3, r*.92-line), r*.22)
		}, 3, render.Iris.At(10))
		layOut(func(i int) { p.Petal(render.Polar(float64(i)/3, -r*.1), render.Polar(float64(i)/3, r-line), r*.6) },
			3, fill)
		for i := range 3 {
			p.Line(render.Polar(float64(i)/3, r*.1), render.Polar(float64(i)/3, r*.7))
		}
		p.Stroke(render.Gold.At(11), line*1.4)
	case game.Marigold:
		layOut(func(i int) { p.Petal(render.Polar(float64(i)/10, 0), render.Polar(float64(i)/10, r-line), r*.24) },
			10, fill)
		p.Circle(0, 0, r*.36)
		p.Outline(render.Gold.At(7), edge, line)
	}
}

// flowerSprite returns a flower of the given diameter.
func flowerSprite(f game.Flower, size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: flowerPart, a: uint8(f), u: int16(size)}, func() *render.Sprite {
		return render.Draw("flower "+f.String(), size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
			drawFlower(p, f, float64(size)/2)
		})
	})
}

// badgeSprite returns a flower with a disc of radius r for a level. u is the width of a hole: the
// petals are shorter on small tiles.
func badgeSprite(f game.Flower, r, u int) *render.Sprite {
	half := min(r*17/10, max(r*14/10, u*45/100)) + 2
	return sheet.Sprite(spriteKey{part: badgePart, a: uint8(f), u: int16(r), h: int16(half)}, func() *render.Sprite {
		return render.Draw("badge "+f.String(), 2*half, 2*half, half, half, func(p *render.Pen) {
			drawFlower(p, f, float64(half)-1)
			p.Circle(0, 0, float64(r)-.5)
			p.Fill(paper)
		})
	})
}

// drawIcon draws the icon of a decoration in one colour, within r of the origin. Icons are a figure
// on a plinth, a basin with jets, an arch and a flight of steps.
func drawIcon(p *render.Pen, icon game.Icon, r float64, c render.Colour) {
	switch icon {
	case game.Statue:
		p.Circle(0, -r*.6, r*.3)
		p.Fill(c)
		p.Polygon(pt(-r*.3, -r*.28), pt(r*.3, -r*.28), pt(r*.42, r*.5), pt(-r*.42, r*.5))
		p.Fill(c)
		p.Box(-r*.72, r*.58, r*1.44, r*.32, r*.06)
		p.Fill(c)
	case game.Fountain:
		p.Polygon(pt(-r*.9, r*.2), pt(r*.9, r*.2), pt(r*.55, r*.85), pt(-r*.55, r*.85))
		p.Fill(c)
		p.Line(pt(0, r*.2), pt(0, -r*.85))
		p.Stroke(c, r*.2)
		for _, side := range []float64{-1, 1} {
			p.Curve(pt(0, -r*.2), pt(side*r*.1, -r*.95), pt(side*r*.62, -r*.8), pt(side*r*.62, -r*.02))
			p.Stroke(c, r*.2)
		}
	case game.Bridge:
		p.Box(-r*.95, -r*.5, r*1.9, r*.3, 0)
		p.Fill(c)
		p.Polygon(pt(-r*.95, -r*.3), pt(-r*.95, r*.7), pt(-r*.62, r*.7), pt(-r*.62, -r*.3))
		p.Fill(c)
		p.Polygon(pt(r*.95, -r*.3), pt(r*.95, r*.7), pt(r*.62, r*.7), pt(r*.62, -r*.3))
		p.Fill(c)
		p.Arc(0, r*.62, r*.72, .5, 1)
		p.Stroke(c, r*.26)
	case game.Stairs:
		s := r * .45
		x, y := -r*.9, r*.8
		p.Polygon(pt(x, y), pt(x, y-s*.85), pt(x+s, y-s*.85), pt(x+s, y-1.75*s), pt(x+2*s, y-1.75*s),
			pt(x+2*s, y-2.65*s), pt(x+3*s, y-2.65*s), pt(x+3*s, y-3.55*s), pt(x+4*s, y-3.55*s), pt(x+4*s, y))
		p.Fill(c)
	}
}

// iconSprite returns an icon without a background.
func iconSprite(icon game.Icon, size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: signPart, a: uint8(icon), u: int16(size)}, func() *render.Sprite {
		return render.Draw("icon "+icon.String(), size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
			drawIcon(p, icon, float64(size)/2, ink)
		})
	})
}

// spotSprite returns a spot of a tile seen from above: its icon on a pale disc, or a small hole if
// it is blank.
func spotSprite(icon game.Icon, r int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: spotPart, a: uint8(icon), u: int16(r)}, func() *render.Sprite {
		return render.Draw("spot "+icon.String(), 2*r+2, 2*r+2, r+1, r+1, func(p *render.Pen) {
			drawSpot(p, icon, float64(r))
		})
	})
}

func drawSpot(p *render.Pen, icon game.Icon, r float64) {
	if icon == game.Blank {
		p.Circle(0, 0, r*.34)
		p.Tint(shadow, .5)
		return
	}
	p.Circle(0, 0, r-.5)
	p.Fill(render.Sand.At(14))
	drawIcon(p, icon, r*.66, ink)
}
