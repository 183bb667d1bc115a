package towers

import (
	"math"

	"amytis/render"
)

// plaqueSprite writes a number in narrow digits that fill a plaque of w by h pixels. If both
// colours are the same, there is no plaque behind them.
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
