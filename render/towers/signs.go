package towers

import (
	"math"
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

func towerSign(size int) *render.Sprite {
	return sheet.Draw("sign tower", key{}, size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
		r := float64(size) / 2
		w := r * .62
		p.Polygon(pt(-w, r), pt(-w, -r), pt(-w*.5, -r), pt(-w*.5, -r*.66), pt(-w*.2, -r*.66), pt(-w*.2, -r),
			pt(w*.2, -r), pt(w*.2, -r*.66), pt(w*.5, -r*.66), pt(w*.5, -r), pt(w, -r), pt(w, r))
		p.Outline(sandstone.At(11), ink, math.Max(1.2, r*.1))
		p.Box(-w*.36, r*.3, w*.72, r*.68, 0)
		p.Ellipse(0, r*.3, w*.36, r*.26)
		p.Fill(render.Wood.At(1))
	})
}

// bridgeSign returns the sign for bridges, one and a half times as wide as size.
func bridgeSign(size int) *render.Sprite {
	u := float64(size) / 2
	h := float64(size) * .66
	return sheet.Draw("sign bridge", key{size}, 3*int(u)+4, size, int(u*1.5)+2, size/2, func(p *render.Pen) {
		p.Translated(-u*1.5, -h/2, func() { drawArch(p, 8, u, h) })
	})
}

// roundSign returns the number of a round in an arrow that goes round it.
func roundSign(number, size int) *render.Sprite {
	text := strconv.Itoa(number)
	return sheet.Draw("sign round "+text, key{}, size+12, size+12, size/2+6, size/2+6, func(p *render.Pen) {
		high, wide := float64(letter)-4*float64(len(text)-1), float64(letter)*.48
		drawRing(p, float64(size)*.48, 5)
		for i, digit := range text {
			p.Letter(digit, wide*(float64(i)-float64(len(text)-1)/2), 0, high)
		}
		p.Fill(ink)
	})
}

// plaqueSprite writes a number in narrow digits that fill a plaque; equal colours draw no plaque.
func plaqueSprite(text string, w, h int, back, front render.Colour) *render.Sprite {
	return sheet.Draw("number "+text, key{int(back), int(front)}, w, h, 0, 0, func(p *render.Pen) {
		wide, high := float64(w), float64(h)
		if back != front {
			p.Box(.5, .5, wide-1, high-1, 3)
			p.Outline(back, render.Wood.At(1), 1)
		}
		digits := math.Min(high-4, wide*1.6)
		p.Translated(wide/2, high/2, func() {
			drawDigits(p, text, digits, math.Min(.8, (wide-3)/(digits*digitWidth*float64(len(text)))))
		})
		p.Fill(front)
	})
}

// digitWidth is a share of a digit's height.
const digitWidth = .77

// drawDigits adds digits to the path, centred on the origin and narrower by a share.
func drawDigits(p *render.Pen, text string, high, share float64) {
	p.Narrow(share, func() {
		for i, r := range text {
			p.Letter(r, high*digitWidth*(float64(i)-float64(len(text)-1)/2), 0, high)
		}
	})
}

func (Gallery) Icon(icon engine.Icon) *render.Sprite {
	name := game.Game.Info().IconName(icon)
	for _, size := range []game.Size{game.Small, game.Large} {
		for c := game.Blue; c <= game.White; c++ {
			if icon == game.NobleIcon(size, c) {
				return render.DrawIcon(name, func(p *render.Pen) { drawNobleIcon(p, size, c) })
			}
		}
	}
	draw := map[engine.Icon]func(p *render.Pen){
		game.TowerIcon: drawTowerIcon, game.BridgeIcon: drawBridgeIcon, game.SwapIcon: drawSwapIcon,
		game.TurnIcon: drawTurnIcon, game.TakeIcon: drawTakeIcon,
	}[icon]
	if draw == nil {
		return nil
	}
	return render.DrawIcon(name, draw)
}

// layTower adds the outline of a tower with battlements to the path, within r of the origin.
func layTower(p *render.Pen, r float64) {
	w := r * .74
	cut := r * .32
	p.Polygon(pt(-w, r), pt(-w, -r), pt(-w*.48, -r), pt(-w*.48, -r+cut), pt(-w*.22, -r+cut), pt(-w*.22, -r),
		pt(w*.22, -r), pt(w*.22, -r+cut), pt(w*.48, -r+cut), pt(w*.48, -r), pt(w, -r), pt(w, r))
}

func drawTowerIcon(p *render.Pen) {
	const r = 48.
	p.Edge(func() { layTower(p, r) })
	layTower(p, r)
	p.Fill(sandstone.At(11))
	p.Ellipse(0, r*.45, r*.26, r*.3)
	p.Fill(ink)
	p.Box(-r*.26, r*.45, r*.52, r*.55, 0)
	p.Fill(ink)
}

func drawBridgeIcon(p *render.Pen) {
	const w, h = 50., 34.
	lay := func() {
		p.Polygon(pt(-w, h), pt(-w, -h), pt(w, -h), pt(w, h), pt(w*.56, h), pt(w*.5, h*.25), pt(w*.3, -h*.18),
			pt(0, -h*.34), pt(-w*.3, -h*.18), pt(-w*.5, h*.25), pt(-w*.56, h))
	}
	p.Edge(lay)
	lay()
	p.Fill(brick.At(9))
	p.Box(-w, -h, 2*w, h*.34, 0)
	p.Fill(brick.At(12))
}

// drawNobleIcon draws a noble's head: the shape of its colour, with a crown on a large one.
func drawNobleIcon(p *render.Pen, size game.Size, c game.Colour) {
	r, down := 42., 0.
	switch {
	case size == game.Large:
		r, down = 37, 13
	case c == game.Yellow:
		down = 4
	}
	lay := func() { layShape(p, c, r) }
	crown := func() {
		p.Translated(0, down-crownAt(c, r)-4, func() { layCrown(p, 66) })
	}
	head := func(draw func()) { p.Translated(0, down, draw) }
	head(func() { p.Edge(lay) })
	if size == game.Large {
		p.Edge(crown)
	}
	head(func() {
		lay()
		p.Outline(playerColour(c), ink, 5)
	})
	if size == game.Large {
		crown()
		p.Outline(ink, ink, 12)
		crown()
		p.Fill(render.Gold.At(11))
	}
}

func layCrown(p *render.Pen, w float64) {
	h := w * .62
	p.Polygon(pt(-w*.42, 0), pt(-w*.5, -h), pt(-w*.22, -h*.5), pt(0, -h*1.1), pt(w*.22, -h*.5), pt(w*.5, -h),
		pt(w*.42, 0))
}

func drawSwapIcon(p *render.Pen) {
	p.Plate(render.Gold.At(13))
	for i := range 2 {
		p.Rotated(float64(i)/2, func() {
			p.Line(pt(-36, -17), pt(16, -17))
			p.Stroke(ink, 13)
			p.Polygon(pt(10, -42), pt(44, -17), pt(10, 4))
			p.Fill(ink)
		})
	}
}

func drawTurnIcon(p *render.Pen) {
	p.Plate(sandstone.At(12))
	p.Translated(0, 2, func() { drawRing(p, 30, 13) })
}

func drawRing(p *render.Pen, r, wide float64) {
	p.Arc(0, 0, r, -.15, .62)
	p.Stroke(ink, wide)
	p.Translated(r*20/30, -r*26/30, func() {
		p.Polygon(pt(-wide*14/13, -wide*20/13), pt(wide*24/13, -wide*12/13), pt(-wide*4/13, wide*18/13))
		p.Fill(ink)
	})
}

func drawTakeIcon(p *render.Pen) {
	p.Plate(sandstone.At(12))
	p.Polygon(pt(0, -44), pt(30, -10), pt(11, -10), pt(11, 14), pt(-11, 14), pt(-11, -10), pt(-30, -10))
	p.Fill(ink)
	p.Box(-38, 24, 76, 18, 3)
	p.Fill(ink)
}

func (Gallery) EachSign(show func(name string, s *render.Sprite)) {
	const size = 70
	for c := game.Blue; c <= game.White; c++ {
		show("sign."+c.String(), tokenSprite(game.NobleView{Colour: c, Size: game.Small}, size*2/5))
	}
	show("sign.large", tokenSprite(game.NobleView{Colour: game.Blue, Size: game.Large}, size/3))
	show("sign.tower", towerSign(size))
	show("sign.above", towerSprite(1, game.South, false, size))
	show("sign.bridge", bridgeSign(size))
	show("sign.arch", bridgeSprite(1, false, 1, size))
	show("sign.leads", leadSprite(size, size*2/3))
	show("sign.tie", tieSprite(size, size*2/3))
	show("sign.fits", render.Verdict(true).Sign(size))
	show("sign.refused", render.Verdict(false).Sign(size))
}
