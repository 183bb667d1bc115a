package babel

import (
	"image"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

var boardMeasures = measures{row: 57, hat: 6, step: 8, pawn: 46, value: render.MinReadable}

func (Gallery) Wide() bool { return true }

// Board draws the sites of both players.
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
