package towers

import (
	"image"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// Boards draws the building of a tactical game from a corner and two sides, or all zones of the
// last round of a quick one from a corner.
func (Gallery) Boards(l *render.List, v engine.View, r render.Request, in image.Rectangle) error {
	view, r, err := resolve(v, r)
	if err != nil {
		return err
	}
	n := max(len(view.Zones), 3)
	part := func(i int) box { return box{in.Min.X + i*in.Dx()/n, in.Min.Y, in.Dx()/n - edge/2, in.Dy()} }
	if !view.Quick {
		l.Scenery(func() { isoIn(&view.Zones[0], ghost{}, part(0), 0).draw(l) })
		for i, from := range []render.Side{render.South, render.East} {
			l.Scenery(func() { elevationIn(&view.Zones[0], from, part(i+1), true).draw(l) })
		}
		return nil
	}
	s := newScene(view, r)
	for i := range view.Zones {
		z, in := &view.Zones[i], part(i)
		drawHeading(l, s, z, in)
		in.y, in.h = in.y+headHeight, in.h-headHeight
		l.Scenery(func() { isoIn(z, ghost{}, in, 0).draw(l) })
	}
	return nil
}

// Sign returns a seat's noble or the sign of bridges, and nil for levels and rounds.
func (Gallery) Sign(v engine.View, line string, number, size int) *render.Sprite {
	switch line {
	case render.SeatLine:
		n := game.NobleView{Colour: v.(*game.View).Players[number-1].Colour, Size: game.Small}
		return tokenSprite(n, size*2/5)
	case "bridges":
		return bridgeSign(size * 4 / 5)
	}
	return nil
}
