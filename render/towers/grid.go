package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// grid shows zones in rows and columns, each below a heading.
type grid struct {
	view  *game.View
	zones []*game.ZoneView
	ghost ghost
	// of is the view in which the zones are shown.
	of     string
	letter int
	// columns is the number of zones side by side; gap is the space between zones.
	columns, gap int
}

// rows returns the number of rows of zones.
func (g grid) rows() int { return (len(g.zones) + g.columns - 1) / g.columns }

// headingHeight returns the height of a heading. The tactical game has none.
func (g grid) headingHeight() int {
	if !g.view.Quick {
		return 0
	}
	return g.letter * 28 / 10
}

// height returns the height of the grid at a width; a zone is at most so high.
func (g grid) height(w, most int) int {
	high := 0
	for _, z := range g.zones {
		high = max(high, zoneHeight(z, g.of, g.cell(w), g.letter))
	}
	return g.rows()*(min(high, most)+g.headingHeight()+g.gap) - g.gap
}

// cell returns the width of a zone.
func (g grid) cell(w int) int { return (w - (g.columns-1)*g.gap) / g.columns }

func (g grid) draw(l *render.List, in box) {
	w, h := g.cell(in.w), (in.h+g.gap)/g.rows()-g.gap
	for i, z := range g.zones {
		cell := box{in.x + i%g.columns*(w+g.gap), in.y + i/g.columns*(h+g.gap), w, h}
		// The zones of an incomplete last row are centred.
		if last := len(g.zones) % g.columns; last > 0 && i >= len(g.zones)-last {
			cell.x += (g.columns - last) * (w + g.gap) / 2
		}
		if g.view.Quick {
			drawHeading(l, g.view, z, cell.x, cell.y, cell.w, g.letter)
			cell.y, cell.h = cell.y+g.headingHeight(), cell.h-g.headingHeight()
		}
		drawZone(l, z, g.ghost, g.of, cell, g.letter)
	}
}
