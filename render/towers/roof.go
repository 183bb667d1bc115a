package towers

import (
	"math"

	game "amytis/engine/towers"
	"amytis/render"
)

// These sprites show pieces from above. The anchor is the middle of a cell; for bridges it is the
// middle of the arch.

// towerSprite returns a tower: battlements around a floor.
func towerSprite(level, u int) *render.Sprite {
	shade := shades[level]
	return sheet.Sprite(spriteKey{part: towerPart, a: uint8(shade), u: int16(u)}, func() *render.Sprite {
		drop := max(2, u/14)
		return render.Draw("tower", u+drop, u+drop, u/2, u/2, func(p *render.Pen) {
			w, line := float64(u), math.Max(1, float64(u)*.025)
			castShadow(p, -w/2, -w/2, w, w, float64(drop))
			p.Box(-w/2, -w/2, w, w, 0)
			p.Fill(sandstone.At(shade - 6))
			p.Box(-w/2+line, -w/2+line, w-2*line, w-2*line, 0)
			p.Fill(sandstone.At(shade - 2))
			drawMerlons(p, w, line, shade)
			in := math.Round(w * .13)
			p.Box(-w/2+in, -w/2+in, w-2*in, w-2*in, 0)
			p.Fill(sandstone.At(shade))
		})
	})
}

// drawMerlons draws the battlements around a cell w wide.
func drawMerlons(p *render.Pen, w, line float64, shade int) {
	const n = 4
	wide := math.Round(w * .13)
	for i := range n {
		at := -w/2 + line + (w-2*line-wide)*float64(i)/(n-1)
		for _, q := range []point{{X: at, Y: -w/2 + line}, {X: at, Y: w/2 - line - wide},
			{X: -w/2 + line, Y: at}, {X: w/2 - line - wide, Y: at}} {
			p.Box(math.Round(q.X), math.Round(q.Y), wide, wide, 0)
		}
	}
	p.Fill(sandstone.At(shade + 2))
}

func castShadow(p *render.Pen, x, y, w, h, drop float64) {
	p.Box(x+drop, y+drop, w, h, 0)
	p.Tint(shadow, .5)
}

// gateSprite returns the opening on the side that a tower faces.
func gateSprite(f game.Facing, u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: gatePart, a: uint8(f), u: int16(u)}, func() *render.Sprite {
		return render.Draw("gate "+f.String(), u, u, u/2, u/2, func(p *render.Pen) {
			w := float64(u)
			p.Rotated(float64(f-game.North)/4, func() {
				p.Polygon(pt(-w*.17, -w/2), pt(w*.17, -w/2), pt(w*.17, -w*.44), pt(0, -w*.34), pt(-w*.17, -w*.44))
				p.Fill(render.Wood.At(1))
			})
		})
	})
}

// bridgeSprite returns a bridge from west to east or from south to north. Its deck is narrow over
// the arch, so that one sees the pieces below.
func bridgeSprite(level int, north bool, u int) *render.Sprite {
	shade, turn := shades[level], uint8(0)
	if north {
		turn = 1
	}
	return sheet.Sprite(spriteKey{part: bridgePart, a: uint8(shade), b: turn, u: int16(u)}, func() *render.Sprite {
		size := 3*u + u/6
		name := [...]string{"bridge east", "bridge north"}[turn]
		return render.Draw(name, size, size, size/2, size/2, func(p *render.Pen) {
			p.Rotated(-float64(turn)/4, func() { drawDeck(p, float64(u), shade) })
		})
	})
}

func drawDeck(p *render.Pen, u float64, shade int) {
	line := math.Max(1, u*.025)
	// The gaps beside the deck are in its shadow.
	p.Box(-u/2, -u/2, u, u, 0)
	p.Tint(shadow, .6)
	deck := func(in float64) {
		e, w := u*1.5-in, u*.5-in
		p.Polygon(pt(-e, -w), pt(-u/2, -w), pt(-u*.24, -u*.3+in), pt(u*.24, -u*.3+in), pt(u/2, -w), pt(e, -w),
			pt(e, w), pt(u/2, w), pt(u*.24, u*.3-in), pt(-u*.24, u*.3-in), pt(-u/2, w), pt(-e, w))
	}
	deck(0)
	p.Fill(brick.At(shade - 6))
	deck(line)
	p.Fill(brick.At(shade - 2))
	deck(u * .1)
	p.Fill(brick.At(shade))
	for _, x := range []float64{-.5, .5} {
		p.Line(pt(x*u, -u*.4), pt(x*u, u*.4))
	}
	p.Stroke(brick.At(shade-3), line)
}

// These are the shapes of the frames of new pieces.
const (
	cellFrame uint8 = iota
	eastFrame
	northFrame
)

func bridgeFrame(north bool) uint8 {
	if north {
		return northFrame
	}
	return eastFrame
}

// frameSize returns the size of a frame.
func frameSize(kind uint8, u int) (w, h int) {
	switch kind {
	case eastFrame:
		return 3 * u, u
	case northFrame:
		return u, 3 * u
	}
	return u, u
}

// frameSprite returns the frame of a new piece.
func frameSprite(kind uint8, u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: framePart, a: kind, u: int16(u)}, func() *render.Sprite {
		w, h := frameSize(kind, u)
		return render.Draw("new", w+2, h+2, w/2+1, h/2+1, func(p *render.Pen) {
			drawFrame(p, -float64(w)/2, -float64(h)/2, float64(w), float64(h), math.Max(3, float64(u)*.075))
		})
	})
}

func drawFrame(p *render.Pen, x, y, w, h, thick float64) {
	p.Box(x+thick/2, y+thick/2, w-thick, h-thick, 0)
	p.Stroke(ink, thick)
	p.Box(x+thick/2, y+thick/2, w-thick, h-thick, 0)
	p.Stroke(fresh, thick*.66)
}
