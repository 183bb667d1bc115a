package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// replayPicture shows all gardens from above with their changes, names and points: two side by side,
// more in two rows. Small gardens give an impression only.
func replayPicture(v *game.View, r render.Request) *render.List {
	l := render.NewList(render.Width, render.Height, paper)
	const wide, gap, captionHigh = render.Width / 2, 4, 140
	high := render.Height / ((len(v.Gardens) + 1) / 2)
	side := min(wide, high) - 2*gap
	for i := range v.Gardens {
		g := &v.Gardens[i]
		x, y := i%2*wide+gap, i/2*high
		b := board{garden: g, u: (side - frameWide - frameNarrow) / holes, changes: newChanges(g, r)}
		b.x, b.y = x+frameWide, y+high-gap-frameWide-holes*b.u
		if high > wide {
			b.draw(l)
			drawCaption(l, g, r, x+gap, y, wide-4*gap)
			continue
		}
		l.Scenery(func() { b.draw(l) })
		drawCaption(l, g, r, x+side+gap, y+(high-captionHigh)/2, wide-side-4*gap)
	}
	return l
}

// drawCaption writes a player's name, w pixels wide, above the player's flower and points.
func drawCaption(l *render.List, g *game.GardenView, r render.Request, x, y, w int) {
	const sign, digits = 50, 44
	l.Note("score of seat %d", g.Seat)
	name := r.Name(g.Seat)
	if render.Legible(name) == "" {
		name = g.Seat.String()
	}
	l.Name(render.Bold(letter, ink), x, y+36+letter/2, w, name, g.Resigned)
	y += 100
	l.Put(flowerSprite(g.Flower, sign), x+sign/2, y)
	l.Put(render.ScoreStar(sign), x+sign*3/2+4, y)
	l.Text(render.Bold(digits, ink), x+sign*2+8, y+digits/2, render.Left, strconv.Itoa(g.Score.Total))
}
