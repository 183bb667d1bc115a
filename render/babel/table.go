package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

// tablePicture shows everything that is open: the players above, the sites, and the piles below. In
// a replay the hands stand in the place of the piles.
func tablePicture(v *game.View, r render.Request) *render.List {
	l := render.NewList(render.Width, render.Height, paper)
	m := &tableMeasures
	b := board{view: v, before: beforeOf(r.Before), m: m, ghosts: newGhosts(v, r), top: margin + m.head + 2*edge}
	b.drawHeads(l, r)
	b.draw(l)
	below := b.top + b.height() + 2*edge
	if r.Open != nil {
		drawOpenHands(l, r.Open, below)
	} else {
		drawPiles(l, v, b.ghosts, below)
	}
	return l
}

func (b board) drawHeads(l *render.List, r render.Request) {
	for i := range b.view.Players {
		newHead(b, &b.view.Players[i], r, margin).draw(l)
	}
	drawGate(l, b.view, margin, b.m.head+edge)
}
