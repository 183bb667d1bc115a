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

// Views returns the views that the game's engine names.
func (Gallery) Views() []string { return game.Game.Info().Views }

// Draw draws a picture of a position.
func (Gallery) Draw(v engine.View, r render.Request) (render.Picture, error) {
	return render.PictureOf(displayList(v, r))
}

// displayList returns the display list of a picture.
func displayList(v engine.View, r render.Request) (*render.List, error) {
	view, r, err := resolve(v, r)
	if err != nil {
		return nil, err
	}
	if r.View == "quarry" {
		return quarryPicture(view, r), nil
	}
	g := &view.Gardens[r.Seat-1]
	switch r.View {
	case "table":
		return tablePicture(view, g, r), nil
	case "top":
		return tallyPicture(view, g, r), nil
	case "iso":
		return isoPicture(view, g, r), nil
	case "garden":
		return panelPicture(view, g, r), nil
	case "north":
		return sidePicture(view, g, r, north), nil
	case "east":
		return sidePicture(view, g, r, east), nil
	case "south":
		return sidePicture(view, g, r, south), nil
	}
	return sidePicture(view, g, r, west), nil
}

// resolve checks a request and fills in its defaults.
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
