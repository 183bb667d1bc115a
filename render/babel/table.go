package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

// compose draws the heads above, the sites, and the piles below. The owner's cards replace the
// piles in the picture of a hand, and both hands replace them in a replay.
func compose(v *game.View, r render.Request) *render.List {
	l := render.NewList(render.Width, render.Height, paper)
	m := &tableMeasures
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
		hand{view: v, before: b.before, ghosts: b.ghosts, name: r.Name(v.Seat), top: below, high: render.Height - margin - below}.draw(l)
	case r.Open != nil:
		for _, open := range openHands(r.Open) {
			drawOpenHand(l, halfOf(open.Seat), open.Hand, below+pilesHeight/2)
		}
	default:
		drawPiles(l, v, b.ghosts, below)
	}
	return l
}
