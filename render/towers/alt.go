package towers

import (
	"slices"
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
	tell := func(much detail) string { return t.building(r, much) }
	if r.View == viewTable {
		tell = t.table
	}
	if g := ghostOf(view, r); g.shown() {
		picture := tell
		tell = func(much detail) string { return t.ghost(g) + " " + picture(much) }
	}
	return render.FitAlt(tell, full, brief, terse, bare, least)
}

// Text gives the whole position in words and numbers; see render.Gallery. The
// request's view does not matter; a seat puts that seat's zones first.
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	r.View = viewTable
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := tellerOf(view, r, w)
	var b strings.Builder
	b.WriteString(t.position())
	own := zonesOf(view, r.Seat)
	for _, z := range own {
		b.WriteString("\n" + t.zoneText(z))
	}
	for i := range view.Zones {
		if z := &view.Zones[i]; !slices.Contains(own, z) {
			b.WriteString("\n" + t.zoneText(z))
		}
	}
	return b.String()
}
