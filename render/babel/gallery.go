package babel

import (
	"fmt"
	"image"
	"strings"

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

// Facts names the cards of a hand only to its owner, or in a replay.
func (Gallery) Facts(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	view, r, err := resolve(v, r)
	if err != nil {
		return render.Facts{}
	}
	return newTeller(view, r, w).facts(r, d)
}

// Text describes the whole position in words. The side of r.Seat comes first. The text ends with
// the viewer's hand, unless r asks for the view "table".
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string {
	open := r.View == viewTable
	r.View = viewTable
	view, r, err := resolve(v, r)
	if err != nil {
		return ""
	}
	t := newTeller(view, r, w)
	var b strings.Builder
	b.WriteString(t.position())
	seat := max(r.Seat, 1)
	for _, s := range []engine.Seat{seat, 3 - seat} {
		b.WriteString("\n" + t.side(&view.Players[s-1]))
	}
	if view.Seat != 0 && !open {
		b.WriteString("\n" + t.hand() + "\n")
	}
	return b.String()
}

func (Gallery) Wide() bool { return true }

func (Gallery) Board(l *render.List, v engine.View, r render.Request, in image.Rectangle) error {
	r.View = viewTable
	view, r, err := resolve(v, r)
	if err == nil {
		b := board{view: view, m: &boardMeasures, ghosts: newGhosts(view, r), top: in.Min.Y + edge}
		b.before, _ = r.Before.(*game.View)
		b.draw(l)
	}
	return err
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
