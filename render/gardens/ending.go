package gardens

import (
	"image"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
)

// Boards draws the gardens of the first two places from a corner, side by side.
func (g Gallery) Boards(l *render.List, v engine.View, r render.Request, in image.Rectangle) error {
	view, r, err := resolve(v, r)
	if err != nil {
		return err
	}
	const head = 50
	for i, p := range r.End.Places[:2] {
		in := render.Half(in, i)
		r.Caption(l, p.Seat, p.Resigned, g.Sign(v, render.SeatLine, int(p.Seat), head-4), in.Min.X, in.Min.Y+head/2, in.Dx())
		in.Min.Y += head
		l.Put(windowSprite(in.Dx(), in.Dy(), in.Dy()/2), in.Min.X, in.Min.Y)
		garden := &view.Gardens[p.Seat-1]
		l.Scenery(func() { isoIn(garden, newChanges(garden, r), in.Inset(12), 20).draw(l) })
	}
	return nil
}

// Sign returns a seat's flower or the sign of a line; a set is four small signs.
func (Gallery) Sign(v engine.View, line string, number, size int) *render.Sprite {
	u := size * 2
	set := func(draw func(p *render.Pen, i int)) *render.Sprite {
		return sheet.Draw("sign "+line, key{}, size+8, size+8, size/2+4, size/2+4, func(p *render.Pen) {
			for i := range 4 {
				at := float64(size) * .27
				p.Translated(at*float64(i%2*2-1), at*float64(i/2*2-1), func() { draw(p, i) })
			}
		})
	}
	switch line {
	case render.SeatLine:
		return flowerSprite(v.(*game.View).Gardens[number-1].Flower, size)
	case "belvederes":
		return belvedereSprite(size)
	case "open_holes":
		return sheet.Draw("sign "+line, key{}, size, size, size/2, size/2, func(p *render.Pen) {
			p.Circle(0, 0, float64(size)*.3)
			p.Outline(render.Sand.At(7), ink, 4)
		})
	case "highest":
		return highestSprite(size)
	case "decor_sets":
		return set(func(p *render.Pen, i int) { drawSpot(p, game.Statue+game.Icon(i), float64(size)*.25, 0) })
	case "flower_sets":
		return set(func(p *render.Pen, i int) { drawFlower(p, game.Jasmine+game.Flower(i), float64(size)*.25) })
	}
	for icon, key := range pieceKeys {
		if key == line {
			return spotSprite(game.Icon(icon), u*8/9)
		}
	}
	return nil
}
