package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// box is a part of a picture.
type box struct{ x, y, w, h int }

// drawZone draws a zone as a picture's view has it, as large as fits.
func drawZone(l *render.List, z *game.ZoneView, view string, in box, digits int) {
	switch view {
	case viewTop, viewTable:
		boardIn(z, in, digits).draw(l)
	case viewIso:
		isoIn(z, in, digits).draw(l)
	default:
		elevationIn(z, sides[view], in, digits).draw(l)
	}
}

// zoneHigh is the height that a zone fills at a width.
func zoneHigh(z *game.ZoneView, view string, w, digits int) int {
	switch view {
	case viewTop, viewTable:
		return boardHigh(z, w, digits)
	case viewIso:
		return isoHigh(z, w, digits)
	}
	return elevationHigh(z, sides[view], w, digits)
}
