package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// These sizes are for phones. Letters are 22 pixels high, so they are still 11 pixels high when a
// picture is shown 400 pixels wide.
const (
	phoneWidth  = 800
	phoneLetter = 22
	// edge is the free margin around pictures.
	edge = 12
)

// These sizes are for large pictures of a building, which fit a screen without scrolling. Pictures
// of low buildings are less high.
const (
	largeWidth  = 1200
	largeHeight = 800
	largeLetter = 20
)

// buildingPicture shows the building from above, from a side or from a corner. Its heading shows
// the player who asks, or the player on turn for a spectator.
func buildingPicture(v *game.View, r render.Request) *render.List {
	g := grid{view: v, zones: shownZones(v, r.Seat), ghost: newGhost(v, r), of: r.View, letter: phoneLetter, gap: edge}
	g.columns = min(len(g.zones), 2)
	if r.Scale == render.Large {
		g.letter = largeLetter
		return largeBuilding(g, r)
	}
	l := render.NewList(phoneWidth, 0, paper)
	y := edge
	if head, ok := activeRow(g, r, phoneWidth); ok {
		head.y = y
		head.draw(l)
		y += head.height() + edge/2
	}
	in := box{edge, y, phoneWidth - 2*edge, g.height(phoneWidth-2*edge, min(1000, 1400/g.rows()))}
	g.draw(l, in)
	l.Height = in.y + in.h + edge
	return l
}

// activeRow returns the row above a picture's zones; false means that it has none.
func activeRow(g grid, r render.Request, width int) (row, bool) {
	seat := r.Seat
	if seat == 0 {
		seat = g.view.Active
	}
	if seat == 0 {
		return row{}, false
	}
	head := newRow(g.view, seat, r, g.letter)
	head.x, head.w = edge, width-2*edge
	head.tall = r.Scale == render.Phone
	return head, true
}

func largeBuilding(g grid, r render.Request) *render.List {
	l := render.NewList(largeWidth, 0, paper)
	in := box{x: edge, y: edge, w: largeWidth - 2*edge}
	least := 0
	if g.view.Quick {
		if len(g.zones) > 2 && len(g.zones) != 4 {
			g.columns = 3
		}
		if head, ok := activeRow(g, r, largeWidth); ok {
			head.y = edge
			head.draw(l)
			in.y += head.height() + edge
		}
	} else {
		const cards = 340
		rows := playerRows(g.view, r, cards, g.letter, g.letter)
		drawRows(l, rows, largeWidth-edge-cards, edge)
		in.w -= cards + 2*edge
		least = rowsHeight(rows)
	}
	in.h = max(least, min(g.height(in.w, largeHeight), largeHeight-edge-in.y))
	g.draw(l, in)
	l.Height = in.y + in.h + edge
	return l
}
