package babel

import (
	"fmt"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// Gallery draws Babel. It implements [render.Gallery].
type Gallery struct{}

var _ render.Gallery = Gallery{}

const (
	viewTable = "table"
	viewHand  = "hand"
)

// Compose returns the display list of a picture. Seat 1 has the left half, for every viewer. A hand
// is drawn only for its owner.
func (Gallery) Compose(v engine.View, r render.Request) (*render.List, error) {
	view, r, err := resolve(v, r)
	if err != nil {
		return nil, err
	}
	l := compose(view, r)
	return l, l.DrawMarks(r.Marks)
}

func resolve(v engine.View, r render.Request) (*game.View, render.Request, error) {
	view, r, err := render.Resolve[game.View](game.Game.Info(), v, r)
	if err != nil {
		return nil, r, err
	}
	if r, err = r.WithSeat(view.Seat, len(view.Players)); err != nil {
		return nil, r, err
	}
	if r.View == viewHand && (view.Seat == 0 || r.Seat != view.Seat) {
		return nil, r, fmt.Errorf("render/babel: seat %d asks for the hand of seat %d: %w", view.Seat, r.Seat,
			render.ErrHidden)
	}
	return view, r, nil
}
