package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// box is a part of a picture.
type box struct{ x, y, w, h int }

// drawZone draws a zone as a picture's view has it, as large as fits. A ghost
// is seen from above alone.
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

// zoneHigh is the height that a zone fills at a width; a ghost does not change
// it, since a picture that changed its height would move the buttons below it
// while one presses them.
func zoneHigh(z *game.ZoneView, view string, w, digits int) int {
	switch view {
	case viewTop, viewTable:
		return boardHigh(z, w, digits)
	case viewIso:
		return isoHigh(z, w, digits)
	}
	return elevationHigh(z, sides[view], w, digits)
}
