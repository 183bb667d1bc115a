package gardens

import (
	"strings"

	"amytis/engine"
	"amytis/render"
)

func (Gallery) Facts(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	view, r, err := resolve(v, r)
	if err != nil {
		return render.Facts{}
	}
	t := newTeller(view, r, w)
	if r.View == "quarry" {
		return t.quarryFacts(d)
	}
	return t.gardenFacts(&view.Gardens[r.Seat-1], d)
}

// Text describes the whole position, the garden of r.Seat first. It ignores the view of r.
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	r.View = ""
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := textBoard{newTeller(view, r, w)}
	var b strings.Builder
	b.WriteString(t.position())
	first := int(r.Seat) - 1
	for i := range view.Gardens {
		b.WriteString("\n" + t.gardenText(&view.Gardens[(first+i)%len(view.Gardens)]))
	}
	return b.String()
}
