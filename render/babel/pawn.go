package babel

import (
	"math"

	"amytis/engine"
	"amytis/render"
)

// pawnSprite returns a seat's pawn, h high. Seat 1's is pale with a round head, seat 2's is dark
// with a crenellated crown. The anchor is the middle of the foot.
func pawnSprite(seat engine.Seat, h int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: pawnPart, a: uint8(seat), h: int16(h)}, func() *render.Sprite {
		return render.Draw("pawn "+seat.String(), h, h+4, h/2, h+2, func(p *render.Pen) {
			drawPawn(p, seat, float64(h))
		})
	})
}

func drawPawn(p *render.Pen, seat engine.Seat, h float64) {
	fill, mark := render.Sand.At(15), ink
	if seat == 2 {
		fill, mark = render.Basalt.At(3), cream
	}
	line := math.Max(1.5, h*.045)
	p.Polygon(pt(-h*.14, -h*.66), pt(h*.14, -h*.66), pt(h*.3, 0), pt(-h*.3, 0))
	p.Outline(fill, ink, line)
	if seat == 2 {
		p.Polygon(pt(-h*.2, -h*.62), pt(-h*.24, -h*.98), pt(-h*.1, -h*.98), pt(-h*.1, -h*.88), pt(-h*.05, -h*.88),
			pt(-h*.05, -h*.98), pt(h*.05, -h*.98), pt(h*.05, -h*.88), pt(h*.1, -h*.88), pt(h*.1, -h*.98),
			pt(h*.24, -h*.98), pt(h*.2, -h*.62))
	} else {
		p.Circle(0, -h*.79, h*.2)
	}
	p.Outline(fill, ink, line)
	p.Letter(rune('0'+seat), 0, -h*.25, h*.3)
	p.Fill(mark)
}
