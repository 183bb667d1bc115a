package babel

import (
	"fmt"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// Gallery draws Babel.
type Gallery struct{}

var _ render.Gallery = Gallery{}

// The pictures there are.
const (
	viewTable = "table"
	viewHand  = "hand"
)

// Views are the game's: its engine names them.
func (Gallery) Views() []string { return game.Game.Info().Views }

// Draw draws a picture; see render.Gallery. The table is drawn from the side of
// the seat that the position is seen by, for a spectator from seat 1's. A hand
// is drawn from its owner's view alone.
func (Gallery) Draw(v engine.View, r render.Request) (render.Picture, error) {
	return render.PictureOf(list(v, r))
}

// list is the display list of a picture.
func list(v engine.View, r render.Request) (*render.List, error) {
	view, r, err := resolve(v, r)
	if err != nil {
		return nil, err
	}
	if r.View == viewHand {
		return handPicture(view, r), nil
	}
	return tablePicture(view, r), nil
}

// resolve checks a request and fills in what it leaves out.
func resolve(v engine.View, r render.Request) (*game.View, render.Request, error) {
	view, r, err := render.Resolve[game.View](game.Game.Info(), v, r)
	if err != nil {
		return nil, r, err
	}
	if r, err = r.WithSeat(view.Seat, len(view.Players)); err != nil {
		return nil, r, err
	}
	if r.View == viewHand && (view.Seat == 0 || r.Seat != view.Seat) {
		return nil, r, fmt.Errorf("render/babel: the hand of seat %d: %w to seat %d", r.Seat, render.ErrHidden, view.Seat)
	}
	return view, r, nil
}

// near is the seat at whose side the table is looked at, far the other.
func near(v *game.View) engine.Seat { return max(v.Seat, 1) }
func far(v *game.View) engine.Seat  { return 3 - near(v) }
