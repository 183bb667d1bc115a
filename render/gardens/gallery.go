package gardens

import (
	"slices"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
)

// Gallery draws Babylon. It implements [render.Gallery].
type Gallery struct{}

var _ render.Gallery = Gallery{}

func (Gallery) Compose(v engine.View, r render.Request) (*render.List, error) {
	view, r, err := resolve(v, r)
	if err != nil {
		return nil, err
	}
	l := compose(view, r)
	return l, l.DrawMarks(r.Marks)
}

func compose(v *game.View, r render.Request) *render.List {
	if r.View == "quarry" {
		return quarryPicture(v, r)
	}
	g := &v.Gardens[r.Seat-1]
	switch r.View {
	case "table":
		if r.Open != nil {
			return replayPicture(v, r)
		}
		return gardenPicture(v, g, r, func(l *render.List, _ board, h int) { drawScores(l, v, r, h) })
	case "top":
		return gardenPicture(v, g, r, drawTally)
	case "iso":
		return isoPicture(v, g, r)
	case "garden":
		return gardenPicture(v, g, r, drawSides)
	}
	return sidePicture(v, g, r, render.SideOf(r.View))
}

func resolve(v engine.View, r render.Request) (*game.View, render.Request, error) {
	view, r, err := render.Resolve[game.View](game.Game.Info(), v, r)
	if err != nil {
		return nil, r, err
	}
	r, err = r.WithSeat(max(view.Seat, 1), len(view.Gardens))
	if err == nil && r.View == "table" && len(view.Winners) > 0 && !slices.Contains(view.Winners, r.Seat) {
		// After the end the table shows a winner's garden.
		r.Seat = view.Winners[0]
	}
	return view, r, err
}
