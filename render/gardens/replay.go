package gardens

import (
	"image"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// replayPicture shows all gardens from above with their changes, names and points: two side by
// side, more in two rows. Small gardens give an impression only.
func replayPicture(v *game.View, r render.Request) *render.List {
	l := render.NewList(render.Width, render.Height, paper)
	const wide, gap, captionHigh = render.Width / 2, 4, 140
	high := render.Height / ((len(v.Gardens) + 1) / 2)
	side := min(wide, high) - 2*gap
	for i := range v.Gardens {
		g := &v.Gardens[i]
		x, y := i%2*wide+gap, i/2*high
		b := boardIn(g, r, image.Rect(x, y+high-gap-side, x+side, y+high-gap))
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

// boardIn returns the largest board that fits into a part of a picture.
func boardIn(g *game.GardenView, r render.Request, in image.Rectangle) board {
	side := min(in.Dx(), in.Dy())
	return board{
		garden: g, x: in.Min.X + (in.Dx()-side)/2 + frameWide, y: in.Min.Y + (in.Dy()-side)/2 + frameNarrow,
		u:       (side - frameWide - frameNarrow) / holes,
		changes: newChanges(g, r), ghosts: newGhosts(r), planned: newPlanned(g, r),
	}
}

// drawCaption writes a player's name, w pixels wide, above the player's flower and points.
func drawCaption(l *render.List, g *game.GardenView, r render.Request, x, y, w int) {
	const sign, digits = 50, 44
	l.Note("score of seat %d", g.Seat)
	name := breakName(r.Shown(g.Seat), w)
	drawName(l, name, x, y+36-len(name)*nameLine/2, w, g.Resigned)
	y += 100
	l.Put(flowerSprite(g.Flower, sign), x+sign/2, y)
	l.Put(render.ScoreStar(sign), x+sign*3/2+4, y)
	l.Text(render.Bold(digits, ink), x+sign*2+8, y+digits/2, render.Left, strconv.Itoa(g.Score.Total))
}
