package babel

import (
	"strings"

	"amytis/engine"
	"amytis/render"
)

// Facts names the cards of a hand only to its owner, or in a replay.
func (Gallery) Facts(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	view, r, err := resolve(v, r)
	if err != nil {
		return render.Facts{}
	}
	return newTeller(view, r, w).facts(r, d)
}

// Text describes the whole position in words. The side of r.Seat comes first. The text ends with
// the viewer's hand, unless r asks for the view "table".
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	open := r.View == viewTable
	r.View = viewTable
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := newTeller(view, r, w)
	var b strings.Builder
	b.WriteString(t.position())
	seat := max(r.Seat, 1)
	for _, s := range []engine.Seat{seat, 3 - seat} {
		b.WriteString("\n" + t.side(&view.Players[s-1]))
	}
	if view.Seat != 0 && !open {
		b.WriteString("\n" + t.hand() + "\n")
	}
	return b.String()
}
