package gardens

import (
	"math"
	"strconv"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
)

type point = render.Point

func pt(x, y float64) point { return point{X: x, Y: y} }

// drawFlower draws a flower of radius r: a jasmine of five pointed petals, a rose of scallops, an
// iris of three broad petals, a marigold of rays. A light edge sets it off from every stone.
func drawFlower(p *render.Pen, f game.Flower, r float64) {
	_, edge := petalColours(f)
	line := math.Max(1.2, r*.09)
	drawFlowerOutline(p, f, r)
	switch f {
	case game.Jasmine:
		p.Circle(0, 0, r*.2)
		p.Outline(render.Gold.At(11), edge, line*.7)
	case game.Rose:
		for _, arc := range [][3]float64{{.55, 0, .7}, {.24, .4, 1.1}} {
			p.Arc(0, 0, r*arc[0], arc[1], arc[2])
			p.Stroke(edge, line)
		}
	case game.Iris:
		for i := range 3 {
			p.Line(render.Polar(float64(i)/3, r*.15), render.Polar(float64(i)/3, r*.7))
		}
		p.Stroke(edge, line*1.6)
		for i := range 3 {
			p.Line(render.Polar(float64(i)/3, r*.15), render.Polar(float64(i)/3, r*.66))
		}
		p.Stroke(render.Gold.At(12), line*.9)
	case game.Marigold:
		p.Circle(0, 0, r*.36)
		p.Outline(render.Gold.At(6), edge, line)
	}
}

// drawFlowerOutline draws a flower without its inner marks, a small one without the light edge.
func drawFlowerOutline(p *render.Pen, f game.Flower, r float64) {
	fill, edge := petalColours(f)
	if r > 24 {
		drawPetals(p, f, r-1, paper, math.Max(2, r*.16))
	} else {
		r += 4
	}
	drawPetals(p, f, r-2, edge, 0)
	drawPetals(p, f, r-2, fill, -math.Max(1.3, r*.08))
}

func flowerSprite(f game.Flower, size int) *render.Sprite {
	half := size/2 + max(4, size/10)
	return sheet.Draw("flower "+f.String(), key{size}, 2*half, 2*half, half, half, func(p *render.Pen) {
		drawFlower(p, f, float64(size)/2)
	})
}

// badgeSprite returns a flower of radius r, for a level, or a wide one for two digits.
func badgeSprite(f game.Flower, r int, wide bool) *render.Sprite {
	if wide {
		r = max(r, render.MinReadable)
	}
	size := 2*r + 12
	return sheet.Draw("badge "+f.String(), key{render.Flag(wide)}, size, size, size/2, size/2, func(p *render.Pen) {
		drawFlowerOutline(p, f, float64(r))
		if wide {
			fill, edge := petalColours(f)
			const w, h = 26, float64(render.MinReadable)/2 + 3
			p.Box(-w, -h, 2*w, 2*h, 8)
			p.Outline(fill, edge, 2)
		}
	})
}

// drawPetals fills the outline of a flower of radius r, grown or shrunk by some pixels.
func drawPetals(p *render.Pen, f game.Flower, r float64, c render.Colour, grow float64) {
	fill := func() {
		if grow > 0 {
			p.Outline(c, c, 2*grow)
			return
		}
		p.Fill(c)
	}
	if grow < 0 {
		r += grow
	}
	switch f {
	case game.Jasmine:
		for i := range 5 {
			p.Petal(render.Polar(float64(i)/5, r*.1), render.Polar(float64(i)/5, r*1.12), r*.62)
			fill()
		}
		p.Circle(0, 0, r*.62)
	case game.Rose:
		for i := range 6 {
			q := render.Polar((float64(i)+.5)/6, r*.62)
			p.Circle(q.X, q.Y, r*.4)
			fill()
		}
		p.Circle(0, 0, r*.7)
	case game.Iris:
		for i := range 3 {
			p.Petal(render.Polar(float64(i)/3, -r*.3), render.Polar(float64(i)/3, r*1.12), r*.85)
			fill()
		}
		p.Circle(0, 0, r*.6)
	default:
		const rays = 11
		for i := range rays {
			a := float64(i) / rays
			p.Polygon(render.Polar(a-.04, r*.6), render.Polar(a-.025, r*.93), render.Polar(a, r*1.02),
				render.Polar(a+.025, r*.93), render.Polar(a+.04, r*.6))
			fill()
		}
		p.Circle(0, 0, r*.76)
	}
	fill()
}

// smallBadge is the least radius of a badge whose number can be read on a phone.
const smallBadge = 20

// drawBadge draws a tile's flower of radius r with a level on it, centred at x, y.
func drawBadge(l *render.List, t game.Tile, level, x, y, r int) {
	l.Note("badge of %s", t)
	l.Put(badgeSprite(t.Flower(), r, level > 9), x, y)
	height := render.MinReadable
	switch {
	case r < smallBadge:
		height = render.MinScenery
	case level <= 9:
		height = max(height, r*12/10)
	}
	l.SceneryIf(r < smallBadge, func() {
		l.Text(render.Bold(height, ink), x, y+height/2, render.Centre, strconv.Itoa(level))
	})
}

// drawIcon draws the icon of a decoration within r of the origin: a figure on a plinth, a basin
// with a jet, an arch over water, a flight of steps.
func drawIcon(p *render.Pen, icon game.Icon, r float64) {
	switch icon {
	case game.Statue:
		p.Circle(0, -r*.62, r*.34)
		p.Fill(ink)
		p.Polygon(pt(-r*.34, -r*.26), pt(r*.34, -r*.26), pt(r*.46, r*.46), pt(-r*.46, r*.46))
		p.Fill(ink)
		p.Box(-r*.8, r*.56, r*1.6, r*.4, r*.06)
		p.Fill(ink)
	case game.Fountain:
		p.Box(-r, r*.3, r*2, r*.28, 0)
		p.Polygon(pt(-r*.8, r*.55), pt(r*.8, r*.55), pt(r*.5, r), pt(-r*.5, r))
		p.Fill(ink)
		p.Line(pt(0, r*.3), pt(0, -r*.9))
		for _, side := range []float64{-1, 1} {
			p.Curve(pt(0, -r*.5), pt(side*r*.1, -r*1.15), pt(side*r*.6, -r*1.05), pt(side*r*.64, -r*.4))
		}
		p.Stroke(wet, r*.24)
		for _, side := range []float64{-1, 1} {
			p.Circle(side*r*.7, r*.02, r*.16)
		}
		p.Fill(wet)
	case game.Bridge:
		p.Curve(pt(-r, r*.52), pt(-r*.5, -r*.42), pt(r*.5, -r*.42), pt(r, r*.52))
		p.Stroke(ink, r*.34)
		p.Curve(pt(-r, -r*.3), pt(-r*.5, -r*1.1), pt(r*.5, -r*1.1), pt(r, -r*.3))
		for _, x := range []float64{-.92, -.34, .34, .92} {
			p.Line(pt(r*x, r*(.62*x*x-.86)), pt(r*x, r*(.7*x*x-.1)))
		}
		p.Stroke(ink, r*.18)
		for _, x := range []float64{-1, 0} {
			p.Curve(pt(r*x, r*.86), pt(r*(x+.4), r*.5), pt(r*(x+.6), r*1.2), pt(r*(x+1), r*.86))
		}
		p.Stroke(wet, r*.24)
	case game.Stairs:
		s := r * .5
		x, y := -r, r*.94
		p.Polygon(pt(x, y), pt(x, y-s*.9), pt(x+s, y-s*.9), pt(x+s, y-1.86*s),
			pt(x+2*s, y-1.86*s), pt(x+2*s, y-2.8*s), pt(x+3*s, y-2.8*s), pt(x+3*s, y-3.76*s), pt(x+4*s, y-3.76*s), pt(x+4*s, y))
		p.Fill(ink)
	}
}

// spotSprite returns a tile's spot from above, for holes u wide: its icon or a small hole.
func spotSprite(icon game.Icon, u int) *render.Sprite {
	half := px(u, spotShare) + 3
	return sheet.Draw("spot "+icon.String(), key{u}, 2*half, 2*half, half, half, func(p *render.Pen) {
		drawSpot(p, icon, float64(u)*spotShare, 0)
	})
}

// putSpot draws a spot centred at x, y. A blank one is scenery.
func putSpot(l *render.List, icon game.Icon, u, x, y int) {
	l.SceneryIf(icon == game.Blank, func() { l.Put(spotSprite(icon, u), x, y) })
}

// drawSpot draws a spot, 2*r wide, with its icon turned clockwise.
func drawSpot(p *render.Pen, icon game.Icon, r, turns float64) {
	if icon == game.Blank {
		p.Circle(0, 0, r*.36)
		p.Tint(shadow, .5)
		return
	}
	p.Box(-r-.5, -r-.5, 2*r+1, 2*r+1, r*.6)
	p.Fill(render.Sand.At(15))
	p.Rotated(turns, func() { drawIcon(p, icon, r*.76) })
}

func (Gallery) Icon(icon engine.Icon) *render.Sprite {
	name := game.Game.Info().IconName(icon)
	for kind := game.Statue; kind <= game.Stairs; kind++ {
		if icon == game.DecorIcon(kind) {
			return render.DrawIcon(name, func(p *render.Pen) { drawDecorIcon(p, kind) })
		}
	}
	for m := game.Clay; m <= game.Start; m++ {
		for f := game.Jasmine; f <= game.Marigold; f++ {
			if icon == game.TileIcon(m, f) {
				return render.DrawIcon(name, func(p *render.Pen) { drawTileIcon(p, m, f) })
			}
		}
	}
	return nil
}

var plates = [...]render.Colour{
	game.Statue: render.Gold.At(12), game.Fountain: render.Water.At(15), game.Bridge: render.Sand.At(14),
	game.Stairs: render.Red.At(12),
}

func drawDecorIcon(p *render.Pen, kind game.Icon) {
	p.Plate(plates[kind])
	drawIcon(p, kind, 34)
}

// drawTileIcon draws a tile with its flower. Clay is a square, granite an octagon, basalt a hexagon
// and a start tile a star, for all who cannot tell the colours apart.
func drawTileIcon(p *render.Pen, m game.Material, f game.Flower) {
	p.Edge(func() { layStone(p, m) })
	ramp, step := stoneRamp(m)
	layStone(p, m)
	p.Fill(ramp.At(step))
	drawFlower(p, f, 37)
}

func layStone(p *render.Pen, m game.Material) {
	switch m {
	case game.Clay:
		p.Polygon(render.Regular(4, .125, 67)...)
	case game.Granite:
		p.Polygon(render.Regular(8, .0625, 53)...)
	case game.Basalt:
		p.Polygon(render.Regular(6, 0, 52)...)
	default:
		p.Star(8, 54, 41)
	}
}

func (Gallery) EachSign(show func(name string, s *render.Sprite)) {
	const size = 66
	for m := game.Clay; m <= game.Start; m++ {
		show("material."+m.String(), tileSprite(m, 1, size/2))
	}
	for f := game.Jasmine; f <= game.Marigold; f++ {
		show("flower."+f.String(), flowerSprite(f, size))
	}
	for i := game.Statue; i <= game.Stairs; i++ {
		show("icon."+i.String(), spotSprite(i, 2*size))
	}
	show("count.belvederes", belvedereSprite(size))
	show("count.singles", pillarSign(false, size))
	show("count.doubles", pillarSign(true, size))
	show("sets.highest", highestSprite(size))
}
