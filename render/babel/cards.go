package babel

import (
	"math"
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// cardSprite returns a people card of a column. Its face is in the strip that the next card leaves
// visible: at the top, or at the bottom if the column grows upwards. The anchor is the upper left
// corner.
func cardSprite(people game.People, m *measures, w int, up bool) *render.Sprite {
	b := uint8(0)
	if up {
		b = 1
	}
	body, strip := m.body, float64(m.strip)
	key := spriteKey{part: cardPart, a: uint8(people), b: b, w: int16(w), h: int16(body)}
	return sheet.Sprite(key, func() *render.Sprite {
		return render.Draw("card "+people.String(), w, body, 0, 0, func(p *render.Pen) {
			w, h := float64(w), float64(body)
			ground, edge, mark := peopleColours(people)
			p.Box(1, 1, w-2, h-2, strip*.2)
			p.Outline(ground, edge, 2)
			face, rest := strip/2+1, (h+strip)/2
			if up {
				face, rest = h-face, (h-strip)/2
			}
			p.Translated(w/2, face, func() { drawFace(p, people, w, strip, mark, ground) })
			p.Translated(w/2, rest, func() { drawFrieze(p, w-strip*.5, (h-strip)*.4, edge) })
		})
	})
}

// drawFrieze draws a zigzag w wide and h high, centred on the origin.
func drawFrieze(p *render.Pen, w, h float64, c render.Colour) {
	n := math.Round(w / (2 * h))
	var zig []point
	for i := range int(n)*2 + 1 {
		zig = append(zig, pt(-w/2+w*float64(i)/(2*n), h*(.5-float64(i%2))))
	}
	p.Line(zig...)
	p.Stroke(c, math.Max(1.5, h*.18))
}

// backSprite returns a stack of people cards from behind; h is the height of a card.
func backSprite(h, stack int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: backPart, a: uint8(stack), h: int16(h)}, func() *render.Sprite {
		return render.Draw("people back", h+12, h+12, h/2+6, h/2+6, func(p *render.Pen) {
			h := float64(h)
			for i := range stack {
				p.Translated(2.5*float64(stack-1-i), 2.5*float64(stack-1-i), func() { drawBack(p, h*.7, h) })
			}
		})
	})
}

func drawBack(p *render.Pen, w, h float64) {
	p.Box(-w/2, -h/2, w, h, h*.1)
	p.Outline(render.Clay.At(5), render.Clay.At(0), math.Max(1.5, h*.03))
	p.Box(-w*.36, -h*.38, w*.72, h*.76, h*.05)
	p.Stroke(render.Clay.At(11), math.Max(1, h*.03))
	// The sign is an upright cuneiform wedge and a slanted one.
	for _, turn := range []float64{0, -.25} {
		p.Rotated(turn, func() {
			p.Polygon(pt(-h*.11, -h*.26), pt(h*.11, -h*.26), pt(0, -h*.04))
			p.Fill(render.Clay.At(12))
			p.Line(pt(0, -h*.1), pt(0, h*.26))
			p.Stroke(render.Clay.At(12), math.Max(1, h*.045))
		})
	}
}

// templeCardSprite returns a temple card of a yard. Its value is on the left, where the next card
// leaves it visible; the top card shows it large in the middle. The anchor is the middle of the
// left side.
func templeCardSprite(value game.Step, h int, top bool) *render.Sprite {
	b := uint8(0)
	if top {
		b = 1
	}
	return sheet.Sprite(spriteKey{part: templeCardPart, a: uint8(value), b: b, h: int16(h)}, func() *render.Sprite {
		w := h * 8 / 10
		return render.Draw("temple "+strconv.Itoa(int(value)), w, h, 0, h/2, func(p *render.Pen) {
			w, h := float64(w), float64(h)
			digit := rune('0' + value)
			ground, edge := render.Sand.At(12), frame
			if top {
				ground = render.Sand.At(15)
			}
			p.Box(1, 1-h/2, w-2, h-2, h*.1)
			p.Outline(ground, edge, 2)
			if !top {
				p.Letter(digit, h*.24, -h*.02, h*.3)
				p.Fill(render.Wood.At(2))
				return
			}
			p.Translated(w/2, h*.36, func() { drawZiggurat(p, w*.74, h*.2, 3, render.Clay.At(8), edge) })
			p.Letter(digit, w/2, -h*.14, h*.46)
			p.Fill(ink)
		})
	})
}

// drawZiggurat draws a temple of n steps standing on the origin.
func drawZiggurat(p *render.Pen, w, h float64, n int, fill, edge render.Colour) {
	for i := range n {
		wide := w * (1 - float64(i)*.8/float64(n))
		p.Box(-wide/2, -h*float64(i+1)/float64(n), wide, h/float64(n), 0)
		p.Outline(fill, edge, math.Max(1, h*.05))
	}
}

// templeBackSprite returns a stack of temple cards from behind, which stands for the quarry.
func templeBackSprite(h, stack int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: templeBackPart, a: uint8(stack), h: int16(h)}, func() *render.Sprite {
		return render.Draw("temple back", h+12, h+12, h/2+6, h/2+6, func(p *render.Pen) {
			h := float64(h)
			for i := range stack {
				d := 2.5 * float64(stack-1-i)
				p.Box(-h*.4+d, -h/2+d, h*.8, h, h*.1)
				p.Outline(render.Sand.At(10), frame, math.Max(1.5, h*.03))
			}
			p.Translated(0, h*.28, func() { drawZiggurat(p, h*.62, h*.56, 4, render.Sand.At(13), frame) })
		})
	})
}

// emptySprite returns the outline of a pile without cards. Its anchor is the middle.
func emptySprite(h int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: emptyPart, h: int16(h)}, func() *render.Sprite {
		return render.Draw("no card", h, h, h/2, h/2, func(p *render.Pen) {
			h := float64(h)
			p.Box(-h*.38, -h/2+1, h*.76, h-2, h*.1)
			p.Outline(render.Sand.At(13), render.Sand.At(8), 2)
			p.Line(pt(-h*.2, h*.26), pt(h*.2, -h*.26))
			p.Stroke(render.Sand.At(8), 2)
		})
	})
}

// stackSize returns how many cards to draw for a pile of n cards.
func stackSize(n int) int { return min(3, (n+9)/10) }
