package gardens

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
	tell := func(much detail) string {
		text := t.garden(&view.Gardens[r.Seat-1], r.View, much)
		if g := ghostOf(r); g.shown() {
			text = t.ghost(g) + " " + text
		}
		return text
	}
	switch r.View {
	case "table":
		tell = t.table
	case "quarry":
		tell = t.quarry
	}
	return render.FitAlt(tell, full, brief, terse)
}

// Text gives the whole position in words and signs; see render.Gallery. The
// request's view does not matter; a seat puts that seat's garden first.
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	r.View = ""
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := tellerOf(view, r, w)
	var b strings.Builder
	b.WriteString(t.position())
	first := int(r.Seat) - 1
	for i := range view.Gardens {
		b.WriteString("\n" + t.gardenText(&view.Gardens[(first+i)%len(view.Gardens)]))
	}
	return b.String()
}
