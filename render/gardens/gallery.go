// Package gardens draws the pictures of the game Babylon and describes them in words.
//
// It draws only what is in a *gardens.View, so a picture cannot show what its viewer may not see.
// Flowers, icons, decorations and materials differ in shape, and levels are numbered, so no picture
// relies on colour alone.
//
// Marks can point out the parts "cell b1" of the quarry; "hole c4", "notch", "pillars" and "score"
// of a garden; and in the view "top" its "statues", "fountains", "bridges", "stairs", "belvederes"
// and "highest" level.
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

func (Gallery) Draw(view engine.View, r render.Request) *render.List {
	v := view.(*game.View)
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

func (Gallery) Tell(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	view := v.(*game.View)
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

// Board draws a player's garden from above, and the tile that a ghost digs below it.
func (Gallery) Board(l *render.List, v engine.View, r render.Request, in image.Rectangle) {
	view := v.(*game.View)
	c := markedCell(r)
	if c != 0 {
		in.Max.Y -= 2 * slot
		drawTileFace(l, view.Quarry[c-1].Tile, (in.Min.X+in.Max.X)/2, in.Max.Y+slot, heldTile, boardHole)
	}
	boardIn(&view.Gardens[r.Seat-1], r, in).draw(l)
}

func (Gallery) Complete(v engine.View, r render.Request) (render.Request, error) {
	view, r, err := render.Resolve[game.View](game.Game.Info(), v, r)
	if err == nil {
		r, err = r.WithSeat(max(view.Seat, 1), len(view.Gardens))
	}
	if err == nil && r.View == "table" && len(view.Winners) > 0 && !slices.Contains(view.Winners, r.Seat) {
		// After the end the table shows a winner's garden.
		r.Seat = view.Winners[0]
	}
	if err == nil && r.View == "quarry" && view.Seat == 0 && view.Turn != 0 && !view.Turn.Has(r.Seat) {
		r.Seat = view.Turn.Slice()[0] // spectators see the garden of who digs
	}
	return r, err
}

func (g Gallery) Boards(l *render.List, v engine.View, r render.Request, in image.Rectangle) {
	view := v.(*game.View)
	const head = 50
	for i, p := range r.End.Places[:2] {
		in := render.Half(in, i)
		r.Caption(l, p.Seat, p.Resigned, g.Sign(v, render.SeatLine, int(p.Seat), head-4),
			in.Min.X, in.Min.Y+head/2, in.Dx())
		in.Min.Y += head
		l.Put(windowSprite(in.Dx(), in.Dy(), in.Dy()/2), in.Min.X, in.Min.Y)
		garden := &view.Gardens[p.Seat-1]
		l.Scenery(func() { isoIn(garden, newChanges(garden, r), in.Inset(12), 20).draw(l) })
	}
}

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
