package towers

import (
	"slices"
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

const headHeight = 48

// zonesPicture shows the zones of a quick game in columns and rows, each below a heading. If there
// is no room for names in the headings, the players stand below the zones or in a free place.
func zonesPicture(s scene) *render.List {
	l := newPicture()
	n := len(s.zones)
	columns := n
	if n > 3 {
		columns = (n + 1) / 2
	}
	lines := (n + columns - 1) / columns
	high := render.Height
	if columns == 3 && lines == 1 {
		high -= rowHeight
		third := (render.Width - 2*edge) / columns
		for i := range s.view.Players {
			drawRow(l, s, engine.Seat(i+1), box{edge + i*third, high + 2, third - edge/2, rowHeight - 6})
		}
	}
	for i, z := range s.zones {
		drawTile(l, s, z, tile(i, columns, lines, high))
	}
	if n%columns != 0 {
		free := tile(n, columns, lines, high)
		drawRows(l, s, free.x+edge, free.y+(free.h-len(s.view.Players)*rowHeight)/2, free.w-2*edge)
	}
	return l
}

func tile(i, columns, lines, high int) box {
	x, y := i%columns*render.Width/columns, i/columns*high/lines
	return box{x, y, (i%columns+1)*render.Width/columns - x, (i/columns+1)*high/lines - y}
}

func drawTile(l *render.List, s scene, z *game.ZoneView, in box) {
	drawHeading(l, s, z, in)
	drawZone(l, s, z, box{in.x + 2, in.y + headHeight, in.w - 4, in.h - headHeight - 2})
}

// drawZone draws a zone in the picture's view, as large as fits into a box.
func drawZone(l *render.List, s scene, z *game.ZoneView, in box) {
	switch s.req.View {
	case viewTop, viewTable:
		least := crowdedCell
		if s.ghost.in(z) {
			least = roomyCell
		}
		// Many zones leave no room for the names of columns and rows, and nothing is chosen there.
		boardIn(z, s.ghost, in, least, len(s.zones) < 3).filled(in.w).draw(l)
	case viewIso:
		l.Scenery(func() { isoIn(z, ghost{}, in, letter).draw(l) })
	default:
		l.Scenery(func() { elevationIn(z, render.SideOf(s.req.View), in, true).draw(l) })
	}
}

// drawHeading draws a zone's number and its players with their points, and names if they fit.
func drawHeading(l *render.List, s scene, z *game.ZoneView, in box) {
	l.Note("zone %d of seats %d and %d", z.Number, z.Seats[0], z.Seats[1])
	middle := in.y + headHeight/2
	const plate = letter + 10
	l.Put(plateSprite(plate, plate, frame), in.x+(headHeight-plate)/2, middle-plate/2)
	l.Text(render.Bold(letter, render.White), in.x+headHeight/2, middle+letter/2, render.Centre, strconv.Itoa(z.Number))
	half := (in.w - headHeight) / 2
	for i, seat := range z.Seats {
		if seat == 0 {
			continue
		}
		x := in.x + headHeight + i*half
		drawPlayer(l, s, seat, x+token+8, middle)
		style := render.Bold(letter+2, ink)
		points := strconv.Itoa(s.points(seat, z))
		left, right := x+2*token+18, x+half-10
		if s.req.End != nil { // the totals are above
			drawName(l, s, seat, left, right, middle)
			continue
		}
		if room := right - left - style.Width("000"); room > style.Width("mmm") {
			drawName(l, s, seat, left, left+room, middle)
			l.Text(style, right, middle+style.Height/2, render.Right, points)
			continue
		}
		l.Text(style, left, middle+style.Height/2, render.Left, points)
	}
}

func (s scene) points(seat engine.Seat, z *game.ZoneView) int {
	p := &s.view.Players[seat-1]
	if i := slices.Index(p.Zones[:], z.Number); i >= 0 {
		return p.Points[i]
	}
	return 0
}
