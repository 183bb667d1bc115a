package gardens

import (
	"math"

	game "amytis/engine/gardens"
	"amytis/render"
)

type sideShape uint8

const (
	standStatue sideShape = iota
	standBelvedere
	standFountainEnd
	standFountainLong
	standBridgeEnd
	standBridgeLong
	standStairsRight
	standStairsLeft
	standStairsAway
	standStairsToward
)

var standingNames = [...]string{"statue", "belvedere", "fountain end", "fountain long", "bridge end", "bridge long",
	"stairs right", "stairs left", "stairs away", "stairs toward"}

// pillarSprite returns a support between two tiles, anchored at the middle of its foot.
func pillarSprite(kind game.SupportKind, fade, u, h int) *render.Sprite {
	tall := h - slabHeight(h)
	name := "single pillar"
	switch kind {
	case game.DoublePillar:
		tall += h
		name = "double pillar"
	case game.StatueSupport:
		name = "statue as pillar"
	}
	return sheet.Draw(name, key{fade, u, h}, u, tall+1, u/2, tall, func(p *render.Pen) {
		w, t := float64(u)*.36, float64(tall)
		if kind == game.StatueSupport {
			drawFigure(p, float64(u)*.34, t, fade)
			return
		}
		drawColumn(p, w, t, fade, kind == game.DoublePillar)
	})
}

// drawColumn draws a pillar standing on the origin. A double pillar has rings around its middle.
func drawColumn(p *render.Pen, w, t float64, fade int, double bool) {
	body, dark := render.Sand.At(11+fade), render.Wood.At(3+2*fade)
	line := math.Max(1, math.Round(w*.07))
	foot := math.Max(2, math.Round(w*.22)) + line
	half := math.Round(w / 2)
	shaft := math.Round(w * .36)
	block := func(half, top, tall float64, c render.Colour) {
		p.Framed(-half, top, 2*half, tall, line, c, dark)
	}
	block(shaft, -t+line, t-2*line, body)
	if w > 24 {
		p.Box(math.Round(w*.08), -t+foot, shaft-line-math.Round(w*.08), t-2*foot, 0)
		p.Fill(render.Sand.At(8 + fade))
	}
	block(half, -t, foot, render.Sand.At(13+fade))
	block(half, -foot, foot, render.Sand.At(13+fade))
	if double {
		ring := math.Max(3, math.Round(foot*.8))
		block(half, -math.Round(t/2)-ring, ring, render.Gold.At(9+fade))
		block(half, -math.Round(t/2)+line, ring, render.Gold.At(9+fade))
	}
}

func drawFigure(p *render.Pen, w, t float64, fade int) {
	body, dark := render.Gold.At(10+fade), render.Black
	line := math.Max(1, t*.025)
	p.Box(-w*.62, -t*.16, w*1.24, t*.16, 0)
	p.Outline(render.Granite.At(11), dark, line)
	p.Polygon(pt(-w*.46, -t*.16), pt(-w*.3, -t*.7), pt(w*.3, -t*.7), pt(w*.46, -t*.16))
	p.Outline(body, dark, line)
	p.Polygon(pt(-w*.3, -t*.68), pt(-w*.62, -t*.38), pt(-w*.46, -t*.32), pt(-w*.22, -t*.5))
	p.Outline(body, dark, line)
	p.Polygon(pt(w*.3, -t*.68), pt(w*.62, -t*.38), pt(w*.46, -t*.32), pt(w*.22, -t*.5))
	p.Outline(body, dark, line)
	r := math.Min(t*.13, w*.34)
	p.Circle(0, -t+r+1, r)
	p.Outline(body, dark, line)
}

// standingSprite returns a piece seen from a side, anchored at the middle of its foot.
func standingSprite(s sideShape, u, h int) *render.Sprite {
	w, tall := u+8, h+4
	switch s {
	case standFountainLong, standStairsLeft, standStairsRight:
		w = 2 * u
	case standBridgeLong:
		w = 3*u + h/2
	}
	return sheet.Draw(standingNames[s], key{u, h}, w, tall+8, w/2, tall, func(p *render.Pen) {
		drawStanding(p, s, float64(u), float64(h))
	})
}

func drawStanding(p *render.Pen, s sideShape, u, h float64) {
	line := math.Max(1.2, math.Min(u, h)*.03)
	switch s {
	case standStatue:
		drawFigure(p, math.Min(u*.5, h*.4), h*.78, 0)
	case standBelvedere:
		drawPavilion(p, math.Min(u*.8, h), h*.74)
	case standFountainLong:
		drawBasin(p, u*1.6, h)
	case standFountainEnd:
		drawBasin(p, u*.7, h)
	case standBridgeLong:
		p.Curve(pt(-u*1.4, 0), pt(-u*.7, -h*.44), pt(u*.7, -h*.44), pt(u*1.4, 0))
		p.Stroke(ink, h*.16+2*line)
		p.Curve(pt(-u*1.4, 0), pt(-u*.7, -h*.44), pt(u*.7, -h*.44), pt(u*1.4, 0))
		p.Stroke(render.Wood.At(8), h*.16)
		for i := -2; i <= 2; i++ {
			x := float64(i) * u * .5
			y := -h*.33*(1-x*x/(1.96*u*u)) - h*.04
			p.Line(pt(x, y), pt(x, y-h*.24))
		}
		p.Stroke(ink, math.Max(1.5, h*.035))
		p.Curve(pt(-u*1.2, -h*.28), pt(-u*.6, -h*.62), pt(u*.6, -h*.62), pt(u*1.2, -h*.28))
		p.Stroke(render.Wood.At(3), math.Max(2, h*.05))
	case standBridgeEnd:
		p.Box(-u*.27, -h*.38, u*.54, h*.3, 0)
		p.Outline(render.Wood.At(8), ink, line)
		for _, x := range []float64{-.3, .22} {
			p.Box(x*u, -h*.6, u*.08, h*.6, 0)
			p.Outline(render.Wood.At(4), ink, line*.7)
		}
	default:
		drawSteps(p, s, u, h, line)
	}
}

func drawJet(p *render.Pen, t float64) {
	p.Line(pt(0, 0), pt(0, -t*.9))
	for _, d := range []float64{-1, 1} {
		p.Curve(pt(0, -t*.6), pt(d*t*.05, -t*1.1), pt(d*t*.42, -t*1.1), pt(d*t*.44, -t*.5))
	}
	p.Stroke(wet, math.Max(2, t*.13))
	for _, d := range []float64{-1, 1} {
		p.Circle(d*t*.48, -t*.24, math.Max(2, t*.09))
	}
	p.Fill(wet)
}

func drawBasin(p *render.Pen, w, h float64) {
	line := math.Max(1.2, h*.03)
	p.Translated(0, -h*.26, func() { drawJet(p, h*.6) })
	p.Polygon(pt(-w/2, -h*.3), pt(w/2, -h*.3), pt(w*.42, 0), pt(-w*.42, 0))
	p.Outline(render.Granite.At(12), ink, line)
	p.Box(-w/2, -h*.34, w, h*.1, 0)
	p.Outline(render.Water.At(9), ink, line)
}

func drawPavilion(p *render.Pen, w, t float64) {
	line := math.Max(1, math.Round(t*.04))
	half := math.Round(w * .42)
	base := math.Round(t * .12)
	eaves := math.Round(t * .52)
	p.Framed(-half, -base, 2*half, base, line, render.Granite.At(12), ink)
	column := math.Max(2, math.Round(w*.09))
	for _, x := range []float64{-math.Round(w * .36), math.Round(w*.36) - column - 2*line} {
		p.Box(x, -eaves, column+2*line, eaves-base, 0)
		p.Fill(ink)
		p.Box(x+line, -eaves, column, eaves-base, 0)
		p.Fill(render.White)
	}
	p.Polygon(pt(-w*.5, -eaves), pt(-w*.3, -t*.78), pt(0, -t*.92), pt(w*.3, -t*.78), pt(w*.5, -eaves))
	p.Outline(render.Leaf.At(7), ink, line)
	p.Circle(0, -t*.94, t*.06)
	p.Outline(render.Gold.At(11), ink, line*.8)
}

// drawSteps draws stairs: from the side a flight of steps, otherwise a ladder.
func drawSteps(p *render.Pen, s sideShape, u, h, line float64) {
	const n = 5
	if s == standStairsRight || s == standStairsLeft {
		flip := render.Choose(s == standStairsLeft, -1., 1)
		// The flight leads between the middles of the holes, around the corner of the higher tile.
		points := []point{pt(-u*.75*flip, 0)}
		for i := range n {
			x0, x1 := -.75+1.3*float64(i)/n, -.75+1.3*float64(i+1)/n
			y := -h * (float64(i+1) / n)
			points = append(points, pt(x0*u*flip, y), pt(x1*u*flip, y))
		}
		points = append(points, pt(.55*u*flip, -h+math.Max(2, h*.12)), pt(u*.1*flip, -h*.55), pt(-u*.3*flip, 0))
		p.Polygon(points...)
		p.Outline(render.Sand.At(14), ink, line)
	} else {
		for i := range n {
			y := -h * float64(i+1) / n
			wide := u * (.62 - .03*float64(i))
			p.Box(-wide/2, y, wide, h/n, 0)
			p.Outline(render.Sand.At(10+i), ink, line)
		}
	}
}

// arrowSprite returns the arrow to the upper end of stairs, anchored in its middle: upwards if they
// lead away from the viewer, downwards if towards the viewer.
func arrowSprite(s sideShape, u, h int) *render.Sprite {
	size := u + h
	return sheet.Draw("arrow of "+standingNames[s], key{u, h}, size, size, size/2, size/2, func(p *render.Pen) {
		u, h := float64(u), float64(h)
		slant := math.Atan2(1.3*u, h) / (2 * math.Pi)
		turns := map[sideShape]float64{standStairsRight: slant, standStairsLeft: -slant, standStairsToward: .5}
		p.Rotated(turns[s], func() {
			p.Polygon(pt(0, -h*.3), pt(u*.17, -h*.02), pt(u*.06, -h*.02), pt(u*.06, h*.26), pt(-u*.06, h*.26),
				pt(-u*.06, -h*.02), pt(-u*.17, -h*.02))
			p.Outline(render.Red.At(6), render.White, math.Max(1.2, math.Min(u, h)*.03)*.8)
		})
	})
}
