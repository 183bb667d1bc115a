package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// box is a rectangle in a picture, in pixels.
type box struct{ x, y, w, h int }

// drawZone draws a zone in the given view, as large as fits into a box. Only the view from above
// shows a ghost.
func drawZone(l *render.List, z *game.ZoneView, g ghost, view string, in box, digits int) {
	switch view {
	case viewTop, viewTable:
		boardIn(z, g, in, digits).draw(l)
	case viewIso:
		isoIn(z, in, digits).draw(l)
	default:
		elevationIn(z, sides[view], in, digits).draw(l)
	}
}

// zoneHeight returns the height that a zone fills at a width. It is the same with a ghost:
// otherwise the buttons below the picture would move while a player presses them.
func zoneHeight(z *game.ZoneView, view string, w, digits int) int {
	switch view {
	case viewTop, viewTable:
		return boardHeight(z, w, digits)
	case viewIso:
		return isoHeight(z, w, digits)
	}
	return elevationHeight(z, sides[view], w, digits)
}
