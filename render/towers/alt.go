package towers

import (
	"slices"
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
	sc := newScene(view, r)
	t := newTeller(sc.view, r, w)
	tell := func(detail detailLevel) string { return t.building(sc, detail) }
	if r.View == viewTable {
		tell = func(detail detailLevel) string { return t.table(sc, detail) }
	}
	if g := sc.ghost; g.shown() {
		picture := tell
		tell = func(detail detailLevel) string { return t.ghost(g) + " " + picture(detail) }
	}
	return render.FitAlt(tell, full, brief, terse, bare, least)
}

// Text describes the whole position in words and numbers. It ignores the view of r; the zones of
// r.Seat come first.
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	r.View = viewTable
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := newTeller(view, r, w)
	var b strings.Builder
	b.WriteString(t.position())
	own := shownZones(view, r.Seat)
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
