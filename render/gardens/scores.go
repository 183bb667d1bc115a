package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// drawScores draws a card for every other player in the column, which has room for h pixels.
func drawScores(l *render.List, v *game.View, r render.Request, h int) {
	const gap = 8
	y := extraY
	high := (h + gap) / (len(v.Gardens) - 1)
	for i := range v.Gardens {
		if g := &v.Gardens[i]; g.Seat != r.Seat {
			drawScoreCard(l, v, g, r, y, high-gap)
			y += high
		}
	}
}

// drawScoreCard draws a player's card, h pixels high, below y: name, flower, points and a plan. A
// winner's has a green edge.
func drawScoreCard(l *render.List, v *game.View, g *game.GardenView, r render.Request, y, h int) {
	const edge = 8
	const left, right = columnX + edge + 4, columnX + columnW - edge
	l.Note("score of seat %d", g.Seat)
	edgeColour := render.Sand.At(9)
	line := 2
	if statusOf(v, g) == render.Winner {
		edgeColour = render.Leaf.At(4)
		line = 4
	}
	in := 2 - line/2
	card := render.Plate("row", columnW-2*in, h-2*in, 14, float64(line), render.Sand.At(15), edgeColour)
	l.Put(card, columnX+in, y+in)
	name := breakName(r.Shown(g.Seat), right-left)
	drawName(l, name, left, y+edge/2, right-left, g.Resigned)
	bottom := y + h - edge
	below := y + edge*3/2 + len(name)*nameLine
	digits := min(40, bottom-below)
	points := render.Bold(digits, ink)
	score := strconv.Itoa(g.Score.Total)
	l.Put(flowerSprite(g.Flower, digits), left+digits/2, (below+bottom)/2)
	l.Text(points, left+digits+edge, (below+bottom+digits)/2, render.Left, score)
	besideName := thin.Width(name[len(name)-1]) + bottom - below + nameLine
	if len(name) > 1 && besideName < right-left {
		below -= nameLine
	}
	side := min(bottom-below, right-left-digits-3*edge-points.Width(score))
	drawPlan(l, g, right-side, (below+bottom-side)/2, side)
}

// drawPlan draws an impression of a garden from above, without levels.
func drawPlan(l *render.List, g *game.GardenView, x, y, side int) {
	b := board{garden: g, x: x, y: y, u: side / holes, changes: newChanges(g, render.Request{View: "table"})}
	l.Note("plan of seat %d", g.Seat)
	l.Area(x-4, y-4, holes*b.u+8, holes*b.u+8, frame)
	l.Area(x, y, holes*b.u, holes*b.u, ground)
	l.Scenery(func() { b.drawPieces(l, newLayout(g, b.u, b.covered)) })
}

// showsWorth reports whether so little is built that what scores is shown in place of the sides.
func showsWorth(v *game.View, r render.Request) bool {
	return r.View == "garden" && v.Round <= 2 && len(newGhosts(r)) == 0 && highest(&v.Gardens[r.Seat-1]) < 2
}

// drawWorth draws what each thing scores into w by h pixels. An L stands for its level.
func drawWorth(l *render.List, x, y, w, h int) {
	const rows, size, star, gap, level = 4, 48, 30, 4, 30
	l.Note("what scores")
	style := render.Bold(letter, ink)
	for i, line := range [...]struct{ sign, points string }{
		{"statues", "L"}, {"fountains", "3×L"}, {"bridges", "3×L"}, {"stairs", "L+L"},
		{"decor_sets", "4"}, {"flower_sets", "4"}, {"belvederes", "1"}, {"highest", "2×L"},
	} {
		left, middle := x+gap+i/rows*w*53/100, y+(2*(i%rows)+1)*h/(2*rows)
		l.Put(Gallery{}.Sign(nil, line.sign, 0, size), left+size/2, middle)
		l.Put(render.ScoreStar(star), left+size+gap+star/2, middle)
		left += size + star + 2*gap
		for _, r := range line.points {
			if r == 'L' {
				for bar := range 3 {
					l.Area(left, middle-16+12*bar, level, 8, ink)
				}
				left += level + gap
				continue
			}
			l.Text(style, left, middle+letter/2, render.Left, string(r))
			left += style.Width(string(r)) + gap/2
		}
	}
}
