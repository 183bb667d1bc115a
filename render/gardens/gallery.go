package gardens

import (
	"image"
	"slices"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
)

// Gallery draws Babylon. It implements [render.Gallery].
type Gallery struct{}

var _ render.Gallery = Gallery{}

func (Gallery) Compose(v engine.View, r render.Request) (*render.List, error) {
	view, r, err := resolve(v, r)
	if err != nil {
		return nil, err
	}
	l := compose(view, r)
	return l, l.DrawMarks(r.Marks)
}

func compose(v *game.View, r render.Request) *render.List {
	if r.View == "quarry" {
		return quarryPicture(v, r)
	}
	g := &v.Gardens[r.Seat-1]
	switch r.View {
	case "table":
		if r.Open != nil {
			return replayPicture(v, r)
		}
		return gardenPicture(v, g, r, func(l *render.List, _ board, h int) { drawScores(l, v, r, h) })
	case "top":
		return gardenPicture(v, g, r, drawTally)
	case "iso":
		return isoPicture(v, g, r)
	case "garden":
		if showsWorth(v, r) {
			return gardenPicture(v, g, r, func(l *render.List, _ board, h int) { drawWorth(l, columnX, extraY, columnW, h) })
		}
		return gardenPicture(v, g, r, drawSides)
	}
	return sidePicture(v, g, r, render.SideOf(r.View))
}

func (Gallery) Facts(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	view, r, err := resolve(v, r)
	if err != nil {
		return render.Facts{}
	}
	t := newTeller(view, r, w)
	switch {
	case d == render.Whole:
		return render.Facts{Rest: textBoard{t}.whole()}
	case r.View == "quarry":
		return t.quarryFacts(d)
	}
	return t.gardenFacts(&view.Gardens[r.Seat-1], d)
}

func (Gallery) Wide() bool { return false }

// Board draws a player's garden from above, and below it the tile that a ghost digs.
func (Gallery) Board(l *render.List, v engine.View, r render.Request, in image.Rectangle) error {
	r.View = "garden"
	view, r, err := resolve(v, r)
	if err != nil {
		return err
	}
	c := markedCell(r)
	if c != 0 {
		in.Max.Y -= 2 * slot
		drawTileFace(l, view.Quarry[c-1].Tile, (in.Min.X+in.Max.X)/2, in.Max.Y+slot, heldTile, boardHole)
	}
	boardIn(&view.Gardens[r.Seat-1], r, in).draw(l)
	return nil
}

func resolve(v engine.View, r render.Request) (*game.View, render.Request, error) {
	view, r, err := render.Resolve[game.View](game.Game.Info(), v, r)
	if err != nil {
		return nil, r, err
	}
	r, err = r.WithSeat(max(view.Seat, 1), len(view.Gardens))
	if err == nil && r.View == "table" && len(view.Winners) > 0 && !slices.Contains(view.Winners, r.Seat) {
		// After the end the table shows a winner's garden.
		r.Seat = view.Winners[0]
	}
	if err == nil && r.View == "quarry" && view.Seat == 0 && view.Turn != 0 && !view.Turn.Has(r.Seat) {
		r.Seat = view.Turn.Slice()[0] // spectators see the garden of who digs
	}
	return view, r, err
}
