package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// drawScores draws a row for every player in the column, which has room for h pixels: the flower,
// the name and the points. The row of the player whose garden is shown is golden. A winner's row
// has a green edge.
func drawScores(l *render.List, v *game.View, r render.Request, h int) {
	const gap, most = 8, 124
	step := min((h+gap)/len(v.Gardens), most)
	for i := range v.Gardens {
		drawScoreRow(l, v, &v.Gardens[i], r, extraY+i*step, step-gap)
	}
}

// drawScoreRow draws a player's row, h pixels high, below y: the points are below the name.
func drawScoreRow(l *render.List, v *game.View, g *game.GardenView, r render.Request, y, h int) {
	const flower, digits, edge = 64, 40, 14
	const left = columnX + edge + flower + 16
	l.Note("score of seat %d", g.Seat)
	fill, frame, line, in := render.Sand.At(15), render.Sand.At(9), 2., 1
	if g.Seat == r.Seat {
		fill = render.Gold.At(13)
	}
	if statusOf(v, g) == render.Winner {
		frame, line, in = render.Leaf.At(4), 4, 0
	}
	l.Put(render.Plate("row", columnW-2*in, h-2*in, 14, line, fill, frame), columnX+in, y+in)
	l.Put(flowerSprite(g.Flower, flower), columnX+edge+flower/2, y+h/2)
	gap := (h - letter - digits) / 3
	l.Name(render.Bold(letter, ink), left, y+gap+letter, columnX+columnW-edge-left, r.Shown(g.Seat), g.Resigned)
	l.Text(render.Bold(digits, ink), left, y+h-gap, render.Left, strconv.Itoa(g.Score.Total))
}
