package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// drawScores draws a card for every player in the column, which has room for h pixels. The card of
// the player whose garden is shown is golden, the others have a plan of theirs. A winner's card has
// a green edge.
func drawScores(l *render.List, v *game.View, r render.Request, h int) {
	const gap, own = 8, 68
	y, others := extraY, (h+gap-own)/(len(v.Gardens)-1)
	for i := range v.Gardens {
		g, high := &v.Gardens[i], others
		if g.Seat == r.Seat {
			high = own
		}
		drawScoreCard(l, v, g, r, y, high-gap)
		y += high
	}
}

// drawScoreCard draws a player's card, h pixels high, below y: the name above the flower and the
// points, and the plan at the right. A single plan is below the name. A card without a plan is one
// line.
func drawScoreCard(l *render.List, v *game.View, g *game.GardenView, r render.Request, y, h int) {
	const flower, edge, plan, single = 40, 8, 96, 216
	const left = columnX + edge + 4
	text, digits := min(h, 96), 40
	if g.Seat != r.Seat { // a low card with two lines has smaller digits
		digits = min(h-48, digits)
	}
	l.Note("score of seat %d", g.Seat)
	fill, frame, line, in := render.Sand.At(15), render.Sand.At(9), 2., 1
	if g.Seat == r.Seat {
		fill = render.Gold.At(13)
	}
	if statusOf(v, g) == render.Winner {
		frame, line, in = render.Leaf.At(4), 4, 0
	}
	l.Put(render.Plate("row", columnW-2*in, h-2*in, 14, line, fill, frame), columnX+in, y+in)
	right, bottom := columnX+columnW-edge, y+h-edge
	top := y + edge
	points := render.Bold(digits, ink)
	score := strconv.Itoa(g.Score.Total)
	x, foot, name := left+flower+edge, top+text-edge, right-left
	switch side := min(h-2*edge, plan); {
	case g.Seat == r.Seat:
		x, foot = right-edge-points.Width(score), y+(h+digits)/2
		name, top = x-flower-2*edge-left, y+(h-letter)/2
	case len(v.Gardens) == 2:
		side = min(h-text-edge, single)
		drawPlan(l, g, right-side, bottom-side, side)
	default:
		drawPlan(l, g, right-side, y+(h-side)/2, side)
		name -= side + edge
		top = y + (h-text+edge)/2
		foot = top + text - edge
	}
	l.Name(render.Bold(letter, ink), left, top+letter, name, r.Shown(g.Seat), g.Resigned)
	l.Put(flowerSprite(g.Flower, flower), x-edge-flower/2, foot-flower/2)
	l.Text(points, x, foot, render.Left, score)
}

// drawPlan draws an impression of a garden from above, without levels: they would take too long.
func drawPlan(l *render.List, g *game.GardenView, x, y, side int) {
	b := board{garden: g, x: x, y: y, u: side / holes, changes: newChanges(g, render.Request{View: "table"})}
	l.Note("plan of seat %d", g.Seat)
	l.Area(x-4, y-4, holes*b.u+8, holes*b.u+8, frame)
	l.Area(x, y, holes*b.u, holes*b.u, ground)
	l.Scenery(func() { b.drawPieces(l, newLayout(g, b.u, b.covered)) })
}
