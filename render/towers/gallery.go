package towers

import (
	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// Gallery draws Tower Builders of Babylon.
type Gallery struct{}

var _ render.Gallery = Gallery{}

// The pictures there are, beside those from the sides.
const (
	viewTop   = "top"
	viewIso   = "iso"
	viewTable = "table"
)

// sides are the pictures from the sides.
var sides = map[string]side{"north": north, "east": east, "south": south, "west": west}

// Views are the game's: its engine names them.
func (Gallery) Views() []string { return game.Game.Info().Views }

// Draw draws a picture; see render.Gallery. In quick a seat's pictures are of
// its two zones, side by side; a spectator's are of all.
func (Gallery) Draw(v engine.View, r render.Request) (render.Picture, error) {
	return render.PictureOf(list(v, r))
}

// list is the display list of a picture.
func list(v engine.View, r render.Request) (*render.List, error) {
	view, r, err := resolve(v, r)
	if err != nil {
		return nil, err
	}
	switch {
	case r.View != viewTable:
		return buildingPicture(view, r), nil
	case view.Quick:
		return roundPicture(view, r), nil
	}
	return tablePicture(view, r), nil
}

// resolve checks a request and fills in what it leaves out.
func resolve(v engine.View, r render.Request) (*game.View, render.Request, error) {
	view, r, err := render.Resolve[game.View](game.Game.Info(), v, r)
	if err != nil {
		return nil, r, err
	}
	r, err = r.WithSeat(view.Seat, len(view.Players))
	return view, r, err
}

// zonesOf are the zones in a picture of a seat's: its own, all if it has none.
func zonesOf(v *game.View, seat engine.Seat) []*game.ZoneView {
	var own, all []*game.ZoneView
	for i := range v.Zones {
		z := &v.Zones[i]
		all = append(all, z)
		if seat > 0 && (z.Seats[0] == seat || z.Seats[1] == seat) {
			own = append(own, z)
		}
	}
	if len(own) == 0 {
		return all
	}
	return own
}
