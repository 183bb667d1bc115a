package towers

import (
	"math"
	"strconv"

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
