package towers

import (
	"image"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// Boards draws the building of a tactical game from a corner and a side, or the winner's zones of
// the last round of a quick one from a corner.
func (Gallery) Boards(l *render.List, v engine.View, r render.Request, in image.Rectangle) error {
	view, r, err := resolve(v, r)
	if err != nil {
		return err
	}
	half := func(i int) box { return boxOf(render.Half(in, i)) }
	if !view.Quick {
		l.Scenery(func() {
			isoIn(&view.Zones[0], ghost{}, half(0), 0).draw(l)
			elevationIn(&view.Zones[0], render.South, half(1)).draw(l)
		})
		return nil
	}
	s := newScene(view, r)
	zones := shownZones(view, r.End.Places[0].Seat)
	for i, z := range zones[:min(len(zones), 2)] {
		in := drawHeading(l, s, z, half(i))
		l.Scenery(func() { isoIn(z, ghost{}, in, 0).draw(l) })
	}
	return nil
}

// Sign returns a seat's noble, the sign of bridges, or a round, and nil for levels.
func (Gallery) Sign(v engine.View, line string, number, size int) *render.Sprite {
	switch line {
	case render.SeatLine:
		n := game.NobleView{Colour: v.(*game.View).Players[number-1].Colour, Size: game.Small}
		return tokenSprite(n, size*2/5)
	case "bridges":
		return bridgeSign(size * 4 / 5)
	case "rounds":
		return roundSign(number, size)
	}
	return nil
}
