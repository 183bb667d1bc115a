package babel

import (
	"math"
	"strconv"

	"amytis/render"
)

// The marks that decide the game.
const (
	safe      = 10
	wins      = 15
	winsFinal = 20
)

// drawMarks draws how far the total is on the way to the marks: the pennant
// stands at what wins now.
func (p panel) drawMarks(l *render.List, x, y, w int) {
	c := p.letter
	goal := wins
	if p.view.Final {
		goal = winsFinal
	}
	l.Note("%d points on the way to %d", p.player.Total, goal)
	bar := y + p.marksHigh()/2 - c/10
	thick := c * 6 / 10
	reached := min(p.player.Total, winsFinal)
	l.Area(x-2, bar-2, w+4, thick+4, frame)
	l.Area(x, bar, w, thick, render.Sand.At(13))
	l.Area(x, bar, w*reached/winsFinal, thick, render.Gold.At(10))
	for i := 5; i < winsFinal; i += 5 {
		l.Area(x+w*i/winsFinal-1, bar, 2, thick, frame)
	}
	for _, mark := range []int{safe, wins, winsFinal} {
		at := x + w*mark/winsFinal
		paint := render.Sand.At(5)
		if mark == goal || mark == safe && p.view.Final {
			paint = ink
		}
		l.Area(at-1, bar-c*2/10, 3, thick+c*4/10, ink)
		text := render.Bold(c*8/10, paint)
		if mark == winsFinal {
			l.Text(text, x+w+c/2, bar+thick+c*11/10, render.Right, strconv.Itoa(mark))
		} else {
			l.Text(text, at, bar+thick+c*11/10, render.Centre, strconv.Itoa(mark))
		}
		if mark == goal {
			l.Put(pennantSprite(c*15/10), at, bar)
		}
		if mark == safe && p.view.Final {
			l.Put(fallSprite(c*13/10), at, bar-c*2/10)
		}
	}
}

// pennantSprite stands at the mark that wins; its anchor is its foot.
func pennantSprite(h int) *render.Sprite {
	return sheet.Sprite(look{part: pennantPart, h: int16(h)}, func(look) *render.Sprite {
		return render.Draw("pennant", h+4, h+4, h-2, h, func(p *render.Pen) {
			h := float64(h)
			p.Line(pt(0, 0), pt(0, -h*.96))
			p.Stroke(ink, math.Max(2, h*.08))
			p.Polygon(pt(0, -h*.96), pt(-h*.8, -h*.7), pt(0, -h*.42))
			p.Outline(render.Red.At(6), ink, math.Max(1, h*.05))
		})
	})
}

// fallSprite stands at the mark below which nobody may fall: an arrow down.
func fallSprite(h int) *render.Sprite {
	return sheet.Sprite(look{part: arrowPart, h: int16(h)}, func(look) *render.Sprite {
		return render.Draw("fall", h, h+2, h/2, h, func(p *render.Pen) {
			h := float64(h)
			p.Polygon(pt(-h*.14, -h*.95), pt(h*.14, -h*.95), pt(h*.14, -h*.42), pt(h*.4, -h*.42), pt(0, 0),
				pt(-h*.4, -h*.42), pt(-h*.14, -h*.42))
			p.Outline(render.Red.At(6), ink, math.Max(1, h*.06))
		})
	})
}
