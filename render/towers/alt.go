package towers

import (
	"slices"
	"strings"

	"amytis/engine"
	"amytis/render"
)

func (Gallery) Facts(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	view, r, err := resolve(v, r)
	if err != nil {
		return render.Facts{}
	}
	sc := newScene(view, r)
	return newTeller(sc.view, r, w).facts(sc, d)
}

// Text describes the whole position, the zones of r.Seat first. It ignores the view of r.
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	r.View = viewTable
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := textBoard{newTeller(view, r, w)}
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
	b.WriteString(t.pastRounds())
	return b.String()
}
