package babel

import (
	"strings"

	"amytis/engine"
	"amytis/render"
)

// Alt says in words what a picture shows; see render.Gallery. What does not fit
// is told in less and less detail.
func (Gallery) Alt(v engine.View, r render.Request, w render.Words) string {
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := tellerOf(view, r, w)
	if r.View == viewHand {
		return render.CutAlt(t.hand())
	}
	return render.FitAlt(t.table, full, brief, terse)
}

// Text gives the whole position in words; see render.Gallery. A seat puts that
// seat's side first. The hand that the view holds, its owner's, ends it: left
// out only where the view "table" is asked for.
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	open := r.View == viewTable
	r.View = viewTable
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := tellerOf(view, r, w)
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
