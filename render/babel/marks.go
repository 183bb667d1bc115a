package babel

import (
	"math"
	"strconv"

	"amytis/render"
)

// These totals decide the game.
const (
	finalMinimum      = 10
	winningTotal      = 15
	finalWinningTotal = 20
)

// drawMarks draws the player's total on a bar with the deciding totals. A pennant marks the total
// that wins now. In the final phase, an arrow marks the minimum.
func (p panel) drawMarks(l *render.List, x, y, w int) {
	c := p.letter
	goal := winningTotal
	if p.view.Final {
		goal = finalWinningTotal
	}
	l.Note("%d points on the way to %d", p.player.Total, goal)
	bar := y + p.marksHeight()/2 - c/10
	thick := c * 6 / 10
	reached := min(p.player.Total, finalWinningTotal)
	l.Area(x-2, bar-2, w+4, thick+4, frame)
	l.Area(x, bar, w, thick, render.Sand.At(13))
	l.Area(x, bar, w*reached/finalWinningTotal, thick, render.Gold.At(10))
	for i := 5; i < finalWinningTotal; i += 5 {
		l.Area(x+w*i/finalWinningTotal-1, bar, 2, thick, frame)
	}
	for _, mark := range []int{finalMinimum, winningTotal, finalWinningTotal} {
		at := x + w*mark/finalWinningTotal
		paint := render.Sand.At(5)
		if mark == goal || mark == finalMinimum && p.view.Final {
			paint = ink
		}
		l.Area(at-1, bar-c*2/10, 3, thick+c*4/10, ink)
		text := render.Bold(c*8/10, paint)
		if mark == finalWinningTotal {
			l.Text(text, x+w+c/2, bar+thick+c*11/10, render.Right, strconv.Itoa(mark))
		} else {
			l.Text(text, at, bar+thick+c*11/10, render.Centre, strconv.Itoa(mark))
		}
		if mark == goal {
			l.Put(pennantSprite(c*15/10), at, bar)
		}
		if mark == finalMinimum && p.view.Final {
			l.Put(fallSprite(c*13/10), at, bar-c*2/10)
		}
	}
}

// pennantSprite returns the pennant at the winning total. Its anchor is its foot.
func pennantSprite(h int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: pennantPart, h: int16(h)}, func() *render.Sprite {
		return render.Draw("pennant", h+4, h+4, h-2, h, func(p *render.Pen) {
			h := float64(h)
			p.Line(pt(0, 0), pt(0, -h*.96))
			p.Stroke(ink, math.Max(2, h*.08))
			p.Polygon(pt(0, -h*.96), pt(-h*.8, -h*.7), pt(0, -h*.42))
			p.Outline(render.Red.At(6), ink, math.Max(1, h*.05))
		})
	})
}

// fallSprite returns the arrow at the total below which a player loses in the final phase. Its
// anchor is its tip.
func fallSprite(h int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: arrowPart, h: int16(h)}, func() *render.Sprite {
		return render.Draw("fall", h, h+2, h/2, h, func(p *render.Pen) {
			h := float64(h)
			p.Polygon(pt(-h*.14, -h*.95), pt(h*.14, -h*.95), pt(h*.14, -h*.42), pt(h*.4, -h*.42), pt(0, 0),
				pt(-h*.4, -h*.42), pt(-h*.14, -h*.42))
			p.Outline(render.Red.At(6), ink, math.Max(1, h*.06))
		})
	})
}
