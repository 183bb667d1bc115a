package babel

import (
	"math"

	"amytis/engine"
	"amytis/render"
)

// pawnSprite returns a pawn, h high, anchored at its foot: seat 1's is pale with a round head, seat
// 2's dark with a crenellated crown. One that moved has rays.
func pawnSprite(seat engine.Seat, h int, moved bool) *render.Sprite {
	name := "pawn " + seat.String() + render.Choose(moved, " moved", "")
	return sheet.Draw(name, key{}, h+8, h*5/4+4, h/2+4, h*5/4+2, func(p *render.Pen) {
		h := float64(h)
		if moved {
			p.Translated(0, -h*.8, func() { drawRaysAround(p, h) })
		}
		drawPawn(p, seat, h)
	})
}

func drawRaysAround(p *render.Pen, h float64) {
	rays := func() {
		for _, turn := range []float64{-.17, -.085, 0, .085, .17} {
			p.Line(render.Polar(turn, h*.29), render.Polar(turn, h*.4))
		}
	}
	p.Banded(rays, white, ink, h*.05, h*.025)
}

func drawPawn(p *render.Pen, seat engine.Seat, h float64) {
	fill, mark := pawnColours(seat)
	drawPawnShape(p, seat, h, func() { p.Outline(fill, ink, math.Max(2, h*.05)) })
	body := h * .62
	if body > render.MinReadable+4 { // smaller ones are told apart by their shape
		p.Letter(rune('0'+seat), 0, -body/2+1, render.MinReadable)
		p.Fill(mark)
	}
}

func pawnColours(seat engine.Seat) (fill, mark render.Colour) {
	if seat == 2 {
		return render.Basalt.At(3), cream
	}
	return cream, ink
}

func drawPawnShape(p *render.Pen, seat engine.Seat, h float64, paint func()) {
	p.Polygon(pt(-h*.19, -h*.66), pt(h*.19, -h*.66), pt(h*.34, 0), pt(-h*.34, 0))
	paint()
	if seat == 2 {
		p.Polygon(pt(-h*.22, -h*.62), pt(-h*.26, -h*.98), pt(-h*.11, -h*.98), pt(-h*.11, -h*.87), pt(-h*.05, -h*.87),
			pt(-h*.05, -h*.98), pt(h*.05, -h*.98), pt(h*.05, -h*.87), pt(h*.11, -h*.87), pt(h*.11, -h*.98),
			pt(h*.26, -h*.98), pt(h*.22, -h*.62))
	} else {
		p.Circle(0, -h*.78, h*.21)
	}
	paint()
}

// footprintSprite returns the outline of a pawn that left, h high, anchored at its foot.
func footprintSprite(seat engine.Seat, h int) *render.Sprite {
	return sheet.Draw("pawn "+seat.String()+" left", key{}, h+8, h+10, h/2+4, h+4, func(p *render.Pen) {
		h := float64(h)
		drawPawnShape(p, seat, h, func() { p.Outline(ink, ink, 7) })
		drawPawnShape(p, seat, h, func() { p.Outline(white, white, 3) })
		p.Translated(0, -h*.03, func() { drawPawnShape(p, seat, h*.93, func() { p.Fill(render.Sky.At(13)) }) })
	})
}
