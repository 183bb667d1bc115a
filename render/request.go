package render

import (
	"fmt"
	"slices"

	"amytis/engine"
)

// Scale says how large a picture will be shown.
type Scale int

const (
	// Phone pictures are 800 pixels wide and legible when shown at half that.
	Phone Scale = iota
	// Large pictures are for screens on which they are opened in full.
	Large
)

// Request says which picture is wanted.
type Request struct {
	// View is one of the gallery's; "" is the game's BoardView.
	View string
	// Seat is whose things are shown, where the view shows one seat's. 0 is
	// the seat that the position is seen by.
	Seat  engine.Seat
	Scale Scale
	// Names are the players' by seat: Names[0] is seat 1's.
	Names []string
	// Ghost is a piece that Seat has not placed yet, shown where it would lie,
	// on views in which its verb is chosen by a cursor.
	Ghost Ghost
}

// Ghost is a move that is not made yet; the zero value is none. What is not
// legal is told apart by more than its colour.
type Ghost struct {
	Move  engine.Move
	Legal bool
}

// Name is what a seat is called; "" if the request does not tell.
func (r Request) Name(seat engine.Seat) string {
	if seat < 1 || int(seat) > len(r.Names) {
		return ""
	}
	return r.Names[seat-1]
}

// Resolve gives a view as the type that its game has for it, and the request
// with the game's BoardView where it names none. It fails for what is no
// view of the game, and for a picture that there is not.
func Resolve[T any, V interface {
	*T
	engine.View
}](game *engine.Info, v engine.View, r Request) (V, Request, error) {
	view, ok := v.(V)
	if !ok || view == nil {
		return nil, r, fmt.Errorf("render: no view of %s: %T", game.ID, v)
	}
	if r.View == "" {
		r.View = game.BoardView()
	}
	if !slices.Contains(game.Views, r.View) {
		return nil, r, fmt.Errorf("render: no picture %q of %s", r.View, game.ID)
	}
	return view, r, nil
}

// SeatedAt gives the request with a seat where it names none. It fails for a
// seat beyond the number of players.
func (r Request) SeatedAt(seat engine.Seat, players int) (Request, error) {
	if most := max(r.Seat, seat); int(most) > players {
		return r, fmt.Errorf("render: no seat %d", most)
	}
	if r.Seat == 0 {
		r.Seat = seat
	}
	return r, nil
}
