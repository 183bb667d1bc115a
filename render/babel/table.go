package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

// compose draws everything that is open: the players above and the sites, and the piles below. In
// the picture of a hand its owner's cards stand in the place of the piles, in a replay both hands.
func compose(v *game.View, r render.Request) *render.List {
	l, m := render.NewList(render.Width, render.Height, paper), &tableMeasures
	if r.View == viewHand {
		m = &handMeasures
	}
	b := board{view: v, m: m, ghosts: newGhosts(v, r), top: margin + m.head + 2*edge}
	b.before, _ = r.Before.(*game.View)
	for i := range v.Players {
		newHead(b, &v.Players[i], r, margin).draw(l)
	}
	drawGate(l, v, margin, m.head+edge)
	b.draw(l)
	below := b.top + b.height() + 2*edge
	switch {
	case r.View == viewHand:
		hand{view: v, before: b.before, ghosts: b.ghosts, top: below, high: render.Height - margin - below}.draw(l)
	case r.Open != nil:
		drawOpenHands(l, r.Open, below)
	default:
		drawPiles(l, v, b.ghosts, below)
	}
	return l
}
