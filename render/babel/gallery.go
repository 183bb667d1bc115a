// Package babel draws the pictures of the game Babel and describes them in words.
//
// It draws only what is in a *babel.View, so a picture cannot show what its viewer may not see.
// Each people has a sign and a letter, temple cards have numbers, and pawns have a shape, so no
// picture relies on colour alone.
//
// Marks can point out the parts "side 1", "total 1" and "yard 1" of a seat, "deck", "quarry" and
// "discards" of the table, and the "hand" in its owner's picture.
package babel

import (
	"fmt"
	"image"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// Gallery draws Babel. It implements [render.Gallery].
type Gallery struct{}

const (
	viewTable = "table"
	viewHand  = "hand"
)

// Tell names the cards of a hand only to its owner, or in a replay.
func (Gallery) Tell(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	t := newTeller(v.(*game.View), r, w)
	if d == render.Whole {
		return render.Facts{Rest: t.whole(max(r.Seat, 1))}
	}
	return t.facts(r, d)
}

func (Gallery) Wide() bool { return true }

func (Gallery) Board(l *render.List, v engine.View, r render.Request, in image.Rectangle) {
	view := v.(*game.View)
	board{view, render.Before(view, r), newGhosts(view, r), &boardMeasures, in.Min.Y + edge}.draw(l)
}

// Complete refuses a hand to all but its owner.
func (Gallery) Complete(v engine.View, r render.Request) (render.Request, error) {
	view, r, err := render.Resolve[game.View](game.Game.Info(), v, r)
	if err == nil {
		r, err = r.WithSeat(view.Seat, len(view.Players))
	}
	if err == nil && r.View == viewHand && (view.Seat == 0 || r.Seat != view.Seat) {
		err = fmt.Errorf("render/babel: seat %d asks for the hand of seat %d: %w", view.Seat, r.Seat, render.ErrHidden)
	}
	return r, err
}

// Draw draws heads, sites and, below, the piles, the owner's hand, or both hands in a replay. Seat
// 1 has the left half for every viewer.
func (Gallery) Draw(view engine.View, r render.Request) *render.List {
	v := view.(*game.View)
	l := render.NewList(render.Width, render.Height, paper)
	m := render.Choose(r.View == viewHand, &handMeasures, &tableMeasures)
	b := board{v, render.Before(v, r), newGhosts(v, r), m, margin + m.head + 2*edge}
	for i := range v.Players {
		b.newHead(&v.Players[i], r).draw(l)
	}
	drawGate(l, v, margin, m.head+edge)
	b.draw(l)
	below := b.top + b.height() + 2*edge
	switch {
	case r.View == viewHand:
		hand{b, r.Name(v.Seat), below, render.Height - margin - below}.draw(l)
	case r.Open != nil:
		for _, open := range openHands(r.Open) {
			drawOpenHand(l, halfOf(open.Seat), open.Hand, below+pilesHeight/2)
		}
	default:
		drawPiles(l, v, b.ghosts, below)
	}
	return l
}

func (g Gallery) Boards(l *render.List, v engine.View, r render.Request, in image.Rectangle) {
	view := v.(*game.View)
	const name = 50
	m := handMeasures
	m.row = min(m.row, (in.Dy()-name-2*edge)/game.NumPeoples)
	for i := range view.Players {
		seat := engine.Seat(i + 1)
		x := halfOf(seat).left(wallWidth/2, boardReach-wallWidth/2)
		sign := g.Sign(v, render.SeatLine, int(seat), name-4)
		r.Caption(l, seat, view.Players[i].Resigned, sign, x, in.Min.Y+name/2, boardReach-wallWidth)
	}
	board{view, view, nil, &m, in.Min.Y + name + edge}.draw(l)
}

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
