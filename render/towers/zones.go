package towers

import (
	"slices"
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// zonesPicture shows a quick game's zones in columns and rows, each below a heading, with the
// players below them or in a free place if headings have no room for names.
func zonesPicture(s scene) *render.List {
	l := newPicture()
	high := render.Height
	n := len(s.zones)
	columns := n
	if n > 3 {
		columns = (n + 1) / 2
	}
	lines := (n + columns - 1) / columns
	third := (render.Width - edge) / 3
	switch free := tileBox(n, columns, lines, high); {
	case n%columns != 0:
		for i := range s.view.Players {
			drawRow(l, s, engine.Seat(i+1), box{free.x + 6, free.y + i*highRow, free.w - edge, highRow - 4})
		}
	case n == 3:
		high -= highRow
		for i := range s.view.Players {
			drawRow(l, s, engine.Seat(i+1), box{6 + i*third, high + 2, third - 6, highRow - 6})
		}
	}
	for i, z := range s.zones {
		drawZone(l, s, z, drawHeading(l, s, z, tileBox(i, columns, lines, high)))
	}
	return l
}

func tileBox(i, columns, lines, high int) box {
	x, y := i%columns*render.Width/columns, i/columns*high/lines
	return box{x, y, (i%columns+1)*render.Width/columns - x, (i/columns+1)*high/lines - y}
}

// drawZone draws a zone in the picture's view, as large as fits into a box.
func drawZone(l *render.List, s scene, z *game.ZoneView, in box) {
	switch s.req.View {
	case viewTop, viewTable:
		// Many zones leave no room for the names of columns and rows, and nothing is chosen there.
		boardIn(z, s.ghost, in, len(s.zones) < 3, s.compared...).draw(l)
	case viewIso:
		l.Scenery(func() { isoIn(z, ghost{}, in, letter).draw(l) })
	default:
		l.Scenery(func() { elevationIn(z, render.SideOf(s.req.View), in).draw(l) })
	}
}

// headLine is a heading line's height, headSide the width of a heading beside its zone. Zones of
// wideZone have room for names.
const (
	headLine = 40
	headSide = 252
	wideZone = 500
)

// drawHeading draws a zone's number and its players with their points: on one line without names
// above a narrow zone, beside a low one, or on two lines above. It returns the rest of the box.
func drawHeading(l *render.List, s scene, z *game.ZoneView, in box) (rest box) {
	l.Note("zone %d of seats %d and %d", z.Number, z.Seats[0], z.Seats[1])
	const plate, left = letter + 10, 48
	withPoints := s.req.End == nil // else the totals are above
	narrow := in.w < wideZone
	beside := withPoints && in.w*2 > in.h*3
	high := 2*headLine + 4
	rest = box{in.x + 2, in.y + high, in.w - 4, in.h - high - 2}
	switch {
	case narrow:
		high = headLine + 4
		rest.y, rest.h = in.y+high, in.h-high-2
	case beside:
		rest = box{in.x + headSide, in.y + 2, in.w - headSide - 2, in.h - 4}
	}
	number := plaqueSprite(strconv.Itoa(z.Number), plate, plate, frame, render.White)
	l.Put(number, in.x+(left-plate)/2, in.y+(high-plate)/2)
	for i, seat := range z.Seats {
		if seat == 0 {
			continue
		}
		x, middle := in.x+left, in.y+headLine/2+2+i*headLine
		right := in.x + in.w - 10
		switch {
		case narrow:
			x, middle = x+i*(in.w-left)/2, in.y+high/2
		case beside:
			x, middle = in.x, in.y+headLine*(5+6*i)/2
			right = in.x + headSide - 12
		}
		drawPlayer(l, s, seat, x+token+8, middle)
		style := render.Bold(letter+1, ink)
		points := strconv.Itoa(s.points(seat, z))
		name := x + 2*token + 18
		switch {
		case narrow && withPoints:
			l.Text(style, name, middle+style.Height/2, render.Left, points)
			continue
		case withPoints:
			l.Text(style, right, middle+style.Height/2, render.Right, points)
			pips := right - style.Width("00") - pipsWide - 6
			l.Put(pipsSprite(s.view.Players[seat-1].Won), pips, middle)
			if beside {
				name = x + 8
				middle += headLine
			} else {
				right = pips - 8
			}
		}
		drawName(l, s, seat, name, right, middle)
	}
	return rest
}

func (s scene) points(seat engine.Seat, z *game.ZoneView) int {
	p := &s.view.Players[seat-1]
	if i := slices.Index(p.Zones[:], z.Number); i >= 0 {
		return p.Points[i]
	}
	return 0
}
