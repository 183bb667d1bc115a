package towers

import (
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// roundPicture shows everything of a quick game: the rounds so far, all zones from above, and all
// players.
func roundPicture(v *game.View, r render.Request) *render.List {
	g := grid{view: v, zones: shownZones(v, 0), of: viewTop, letter: phoneLetter, columns: 2, gap: edge}
	width := phoneWidth
	if r.Scale == render.Large {
		width, g.letter = tableWidth, largeLetter
		g.columns = len(g.zones)
		if len(g.zones) > 4 {
			g.columns = 3
		}
	}
	wide := width - 2*edge
	l := render.NewList(width, tableHeight, paper)
	drawRounds(l, v, edge, edge/2, wide, g.letter)
	y := edge + g.letter*3
	rows := playerRows(v, r, wide, g.letter, 0)
	high := g.height(wide, 400)
	if r.Scale == render.Large {
		high = min(g.height(wide, tableHeight), tableHeight-y-rowsHeight(rows)-2*edge)
	}
	g.draw(l, box{edge, y, wide, high})
	y += high + edge
	drawRows(l, rows, edge, y)
	l.Height = y + rowsHeight(rows) + edge
	return l
}

// drawRounds draws the number of each round, followed by its winners.
func drawRounds(l *render.List, v *game.View, x, y, w, c int) {
	l.Note("rounds")
	middle := y + c*15/10
	end := x + w
	for i := range v.Rounds {
		drawRound(l, i+1, true, x+c*13/10, middle, c)
		x += c * 3
		for _, seat := range v.Rounds[i].Winners {
			l.Put(tokenSprite(game.NobleView{Colour: v.Players[seat-1].Colour, Size: game.Small}, c*8/10), x+c*9/10,
				middle)
			x += c * 2
		}
		if x += c / 2; x > end-c*6 {
			return
		}
	}
	if v.Stage != game.Over {
		drawRound(l, v.Round, false, x+c*13/10, middle, c)
	}
}

func drawRound(l *render.List, n int, over bool, x, middle, c int) {
	l.Put(roundSign(c*24/10, over), x, middle)
	l.Text(render.Bold(c, ink), x, middle+c/2, render.Centre, strconv.Itoa(n))
}
