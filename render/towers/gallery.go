// Package towers draws the pictures of the game Tower Builders of Babylon and describes them in
// words.
//
// It draws only what is in *towers.View. What a player has to read is in the views from above;
// others give an impression. No picture relies on colour alone: nobles of each colour have a shape,
// large ones a crown, heights are written, arches have a narrow deck, new pieces have brackets.
//
// Marks can point out the parts "cell k7" of a building from above, "player 1" beside the table,
// and "left 1", the pieces left in seat 1's view from above.
package towers

import (
	"image"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// Gallery draws Tower Builders of Babylon. It implements [render.Gallery].
type Gallery struct{}

const (
	viewTop   = "top"
	viewIso   = "iso"
	viewTable = "table"
)

// Draw shows the tactical game's building, or a quick game's zones: a player's two, or all.
func (Gallery) Draw(v engine.View, r render.Request) *render.List {
	switch s := newScene(v.(*game.View), r); {
	case s.view.Quick:
		return zonesPicture(s)
	case s.req.View == viewTable:
		return tablePicture(s)
	case s.req.View == viewTop:
		return topPicture(s)
	default:
		l := newPicture()
		drawZone(l, s, s.zones[0], box{w: render.Width, h: render.Height})
		return l
	}
}

func newPicture() *render.List { return render.NewList(render.Width, render.Height, paper) }

func (Gallery) Tell(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	view := v.(*game.View)
	if d == render.Whole {
		return render.Facts{Rest: textBoard{newTeller(view, r, w)}.whole(r.Seat)}
	}
	s := newScene(view, r)
	return newTeller(s.view, r, w).facts(s, d)
}

func (Gallery) Wide() bool { return false }

// Board draws the building from above, or a zone of a quick game: one with a ghost or new pieces.
func (Gallery) Board(l *render.List, v engine.View, r render.Request, in image.Rectangle) {
	view := v.(*game.View)
	s := newScene(view, r)
	z := s.zones[0]
	for _, other := range s.zones {
		if s.ghost.isIn(other) || hasChanges(other) {
			z = other
		}
	}
	if r.Compared != nil {
		for _, p := range r.Compared {
			v := p.View.(*game.View)
			for _, same := range shownZones(v, 0) {
				if same.Number == z.Number {
					s.compared = append(s.compared, shownCells(same, newGhost(v, p.Request))...)
				}
			}
		}
	}
	place := boxOf(in)
	if view.Quick {
		place = drawHeading(l, s, z, place)
	}
	drawZone(l, s, z, place)
}

func (Gallery) Complete(v engine.View, r render.Request) (render.Request, error) {
	view, r, err := render.Resolve[game.View](game.Game.Info(), v, r)
	if err != nil {
		return r, err
	}
	return r.WithSeat(view.Seat, len(view.Players))
}

// shownZones returns a seat's zones, or all if it has none.
func shownZones(v *game.View, seat engine.Seat) []*game.ZoneView {
	var own, all []*game.ZoneView
	for i := range v.Zones {
		z := &v.Zones[i]
		all = append(all, z)
		if seat > 0 && (z.Seats[0] == seat || z.Seats[1] == seat) {
			own = append(own, z)
		}
	}
	if len(own) == 0 {
		return all
	}
	return own
}

// Boards draws a tactical game's building from a corner and a side, or from a corner the zones of
// the winner of a quick game's last round.
func (Gallery) Boards(l *render.List, v engine.View, r render.Request, in image.Rectangle) {
	view := v.(*game.View)
	half := func(i int) box { return boxOf(render.Half(in, i)) }
	if !view.Quick {
		l.Scenery(func() {
			isoIn(&view.Zones[0], ghost{}, half(0), 0).draw(l)
			elevationIn(&view.Zones[0], render.South, half(1)).draw(l)
		})
		return
	}
	s := newScene(view, r)
	zones := shownZones(view, r.End.Places[0].Seat)
	for i, z := range zones[:min(len(zones), 2)] {
		in := drawHeading(l, s, z, half(i))
		l.Scenery(func() { isoIn(z, ghost{}, in, 0).draw(l) })
	}
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
