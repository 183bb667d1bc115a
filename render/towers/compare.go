package towers

import (
	"image"

	"amytis/engine"
	"amytis/render"
)

func (Gallery) Wide() bool { return false }

// Board draws the building from above, or a zone of a quick game: one with a ghost or new pieces.
func (Gallery) Board(l *render.List, v engine.View, r render.Request, in image.Rectangle) error {
	r.View = viewTop
	view, r, err := resolve(v, r)
	if err != nil {
		return err
	}
	s, at, draw := newScene(view, r), 0, drawZone
	for i, z := range s.zones {
		if fresh, _, _ := interesting(z); s.ghost.in(z) || len(fresh) > 0 {
			at = i
		}
	}
	if view.Quick {
		draw = drawTile
	}
	draw(l, s, s.zones[at], boxOf(in))
	return nil
}
