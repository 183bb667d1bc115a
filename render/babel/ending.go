package babel

import (
	"image"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// Boards draws the sites, with each player's name above a half.
func (g Gallery) Boards(l *render.List, v engine.View, r render.Request, in image.Rectangle) error {
	view, r, err := resolve(v, r)
	if err != nil {
		return err
	}
	const name = 50
	m := handMeasures
	m.row = min(m.row, (in.Dy()-name-2*edge)/game.NumPeoples)
	for i := range view.Players {
		seat := engine.Seat(i + 1)
		x := halfOf(seat).left(wallWidth/2, boardReach-wallWidth/2)
		sign := g.Sign(v, render.SeatLine, int(seat), name-4)
		r.Caption(l, seat, view.Players[i].Resigned, sign, x, in.Min.Y+name/2, boardReach-wallWidth)
	}
	board{view: view, m: &m, top: in.Min.Y + name + edge}.draw(l)
	return nil
}

// Sign returns a seat's pawn, a people's plaque, or the sign of a hand.
func (Gallery) Sign(_ engine.View, line string, number, size int) *render.Sprite {
	switch line {
	case "hand":
		return handSprite(size)
	case "temples":
		return plaqueSprite(game.People(number), size, size, false)
	}
	return sheet.Draw("seat", key{number}, size, size, size/2, size/2, func(p *render.Pen) {
		p.Translated(0, float64(size)/2-2, func() { drawPawn(p, engine.Seat(number), float64(size)*.8) })
	})
}
