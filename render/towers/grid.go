package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// grid shows zones beside and below each other, each under a heading.
type grid struct {
	view  *game.View
	zones []*game.ZoneView
	ghost ghost
	// of is the picture's view: where they are seen from.
	of     string
	letter int
	// columns is how many are beside each other, gap what is free between.
	columns, gap int
}

// rows is how many are below each other.
func (g grid) rows() int { return (len(g.zones) + g.columns - 1) / g.columns }

// headHigh is the height of a heading; tactical has none.
func (g grid) headHigh() int {
	if !g.view.Quick {
		return 0
	}
	return g.letter * 28 / 10
}

// height is what the grid fills at a width, a zone at most so high.
func (g grid) height(w, most int) int {
	high := 0
	for _, z := range g.zones {
		high = max(high, zoneHigh(z, g.of, g.cell(w), g.letter))
	}
	return g.rows()*(min(high, most)+g.headHigh()+g.gap) - g.gap
}

// cell is the width of a zone.
func (g grid) cell(w int) int { return (w - (g.columns-1)*g.gap) / g.columns }

func (g grid) draw(l *render.List, in box) {
	w, h := g.cell(in.w), (in.h+g.gap)/g.rows()-g.gap
	for i, z := range g.zones {
		cell := box{in.x + i%g.columns*(w+g.gap), in.y + i/g.columns*(h+g.gap), w, h}
		// Those in a last row that is not full stand in its middle.
		if last := len(g.zones) % g.columns; last > 0 && i >= len(g.zones)-last {
			cell.x += (g.columns - last) * (w + g.gap) / 2
		}
		if g.view.Quick {
			drawHeading(l, g.view, z, cell.x, cell.y, cell.w, g.letter)
			cell.y, cell.h = cell.y+g.headHigh(), cell.h-g.headHigh()
		}
		drawZone(l, z, g.ghost, g.of, cell, g.letter)
	}
}
