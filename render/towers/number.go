package towers

import (
	"strconv"

	"amytis/render"
)

// drawNumber writes a level at x on the baseline y. The digits of high levels stand closer.
func drawNumber(l *render.List, style render.Lettering, x, y, level int) {
	if level > 9 {
		l.Text(style, x-tightenedBy(style)/2, y, render.Left, strconv.Itoa(level/10))
		x += style.Width("0") - tightenedBy(style)*3/2
	}
	l.Text(style, x, y, render.Left, strconv.Itoa(level%10))
}

// drawPlaque writes a level on a plaque, which sets it off from nobles. It returns its width.
func drawPlaque(l *render.List, high, x, y, level int, back, front render.Colour) (w int) {
	style := render.Bold(high, front)
	w = numberWidth(style, level) + 5
	l.Put(plateSprite(w, high+6, back), x, y)
	drawNumber(l, style, x+2, y+3+high, level)
	return w
}

// tightenedBy returns the space beside the digit 1.
func tightenedBy(style render.Lettering) int { return style.Height * 14 / 100 }

func numberWidth(style render.Lettering, level int) int {
	if level > 9 {
		return 2*style.Width("0") - tightenedBy(style)*3/2
	}
	return style.Width("0")
}
