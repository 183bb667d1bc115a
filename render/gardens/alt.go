package gardens

import (
	"strings"

	"amytis/engine"
	"amytis/render"
)

// Alt describes a picture in words. It drops detail until the text fits.
func (Gallery) Alt(v engine.View, r render.Request, w render.Words) string {
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := newTeller(view, r, w)
	tell := func(detail detailLevel) string {
		text := t.garden(&view.Gardens[r.Seat-1], r.View, detail)
		if g := newGhost(r); g.shown() {
			text = t.ghost(g) + " " + text
		}
		return text
	}
	if r.View == "quarry" {
		tell = func(detail detailLevel) string { return t.mark(r) + t.quarry(detail) }
	}
	return render.FitAlt(tell, full, brief, terse)
}

// Text describes the whole position in words and signs. It ignores the view of r; the garden of
// r.Seat comes first.
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	r.View = ""
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := newTeller(view, r, w)
	var b strings.Builder
	b.WriteString(t.position())
	first := int(r.Seat) - 1
	for i := range view.Gardens {
		b.WriteString("\n" + t.gardenText(&view.Gardens[(first+i)%len(view.Gardens)]))
	}
	return b.String()
}
