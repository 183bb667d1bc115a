package render

import (
	"cmp"
	"fmt"
	"slices"

	"amytis/engine"
)

// Request says which picture of a position to draw.
type Request struct {
	// View is one of the gallery's views; "" is the BoardView.
	View string
	// Seat is the player whose things a one-player view shows, 0 the viewer.
	Seat engine.Seat
	// Names holds the players' names by seat, from seat 1.
	Names []string
	// Reader is the seat that alt texts call "you", 0 for none. Pictures do not depend on it.
	Reader engine.Seat
	// Ghost is a move that Seat has not made yet. Only views on which it is made show it.
	Ghost Ghost
	// Beside is a second ghost, to compare. Not all views that show Ghost show it.
	Beside Ghost
	// Compared are the boards of a comparison, which show the same part of a table; nil for none.
	Compared *[2]Panel
	// Can returns Seat's moves after Ghost, or now without one; nil if the caller may not tell.
	Can func() []engine.Move
	// Marks are parts to point out, such as "cell b1"; see the package of the game. A picture
	// without one fails.
	Marks []string
	// Before is an earlier position, as the same viewer saw it; nil for none. Pictures mark the
	// changes since, by shape as well as colour.
	Before engine.View
	// Open holds the position by seat, for a replay's picture with all scores and what was hidden;
	// nil while the game runs.
	Open []engine.View
	// End is for the picture of the end of a game, with all players and no View.
	End *End
}

// Ghost is a move not made yet; the zero value is none. An illegal one is marked by shape, too.
type Ghost struct {
	Move  engine.Move
	Legal bool
}

// Name returns the name of a player, or "" if the request does not have it.
func (r Request) Name(seat engine.Seat) string {
	if seat < 1 || int(seat) > len(r.Names) {
		return ""
	}
	return r.Names[seat-1]
}

// Shown returns the name of a player in a picture: the seat's number if the fonts lack its letters.
func (r Request) Shown(seat engine.Seat) string { return cmp.Or(Legible(r.Name(seat)), seat.String()) }

// viewOf is a game's view, a pointer to T.
type viewOf[T any] interface {
	*T
	engine.View
}

// Resolve converts v to the view type of its game and completes r.View. It fails if v is not a view
// of the game, or the game has no picture r.View.
func Resolve[T any, V viewOf[T]](game *engine.Info, v engine.View, r Request) (V, Request, error) {
	view, ok := v.(V)
	if !ok || view == nil {
		return nil, r, fmt.Errorf("render: %T is not a view of %s", v, game.ID)
	}
	if r.View == "" {
		r.View = game.BoardView()
	}
	if !slices.Contains(game.Views, r.View) {
		return nil, r, fmt.Errorf("render: %s has no picture %q", game.ID, r.View)
	}
	return view, r, nil
}

// Before returns the earlier position of a request; v itself, which has no changes, if there is
// none.
func Before[T any, V viewOf[T]](v V, r Request) V {
	before, ok := r.Before.(V)
	if !ok || before == nil {
		return v
	}
	return before
}

// WithSeat returns r with seat filled in if it names none. It fails for a seat above players.
func (r Request) WithSeat(seat engine.Seat, players int) (Request, error) {
	most := max(r.Seat, seat)
	if int(most) > players {
		return r, fmt.Errorf("render: no seat %d", most)
	}
	if r.Seat == 0 {
		r.Seat = seat
	}
	return r, nil
}
