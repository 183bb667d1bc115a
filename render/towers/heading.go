package towers

import (
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// drawHeading draws a zone's number, its two players, and their points there.
func drawHeading(l *render.List, v *game.View, z *game.ZoneView, x, y, w, c int) {
	l.Note("zone %d of seats %d and %d", z.Number, z.Seats[0], z.Seats[1])
	middle := y + c*13/10
	drawPlate(l, z.Number, x+c*12/10, middle, c*12/10)
	half := (w - c*3) / 2
	for i, seat := range z.Seats {
		if seat == 0 {
			continue
		}
		left := drawSeat(l, v, seat, x+c*3+i*half, middle, c)
		p := &v.Players[seat-1]
		for j, zone := range p.Zones {
			if zone == z.Number {
				l.Text(render.Bold(c, ink), left, middle+c/2, render.Left, strconv.Itoa(p.Points[j]))
			}
		}
	}
}

// drawPlate draws a zone's number.
func drawPlate(l *render.List, number, x, middle, c int) {
	l.Put(plateSprite(c*18/10), x, middle)
	l.Text(render.Bold(c, render.White), x, middle+c/2, render.Centre, strconv.Itoa(number))
}
