package babel

import (
	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// openHands returns the players' views among the views of a replay.
func openHands(open []engine.View) []*game.View {
	var views []*game.View
	for _, v := range open {
		if view, ok := v.(*game.View); ok && view != nil && view.Seat != 0 {
			views = append(views, view)
		}
	}
	return views
}

// drawOpenHand draws a hand's signs from the outer end. Many of them overlap.
func drawOpenHand(l *render.List, s half, cards []game.People, middle int) {
	const inner, outer = edge, render.Width/2 - margin
	const sign = discardSign
	l.Note("open hand %v", cards)
	drawTray(l, s.left(inner, outer-inner), middle, outer-inner, false)
	l.Put(handSprite(signSize), s.x(outer-14-signSize/2), middle)
	const first, last = outer - 14 - signSize - 12 - sign/2, inner + 10 + sign/2
	step := min(sign+6, (first-last)/max(1, len(cards)-1))
	for i, people := range cards {
		l.Put(plaqueSprite(people, sign, sign, false), s.x(first-i*step), middle)
	}
}
