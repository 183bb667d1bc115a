package gardens

import (
	"image"

	game "amytis/engine/gardens"
	"amytis/render"
)

// drawSides draws a garden from two sides, with a ghost if there is one.
func drawSides(l *render.List, b board, h int) {
	const gap, compass, foot = 10, 40, 22
	each := (h - gap) / 2
	level := fitLevelHeight(shownLevels(b.garden, b.ghosts), 56, each-foot-8)
	for i, from := range []render.Side{render.South, render.East} {
		y := extraY + i*(each+gap)
		l.Put(windowSprite(columnW, each, each-foot-12), columnX, y)
		l.Scenery(func() {
			elevation{garden: b.garden, changes: b.changes, from: from, x: columnX + compass + 26, ground: y + each - foot,
				u: (columnW - 2*compass) / holes, h: level, ghosts: b.ghosts}.draw(l)
		})
		l.Put(compassSprite(from, compass), columnX+compass*7/8, y+each-compass*7/8)
	}
}

func sidePicture(v *game.View, g *game.GardenView, r render.Request, from render.Side) *render.List {
	const u, ground, compass = 116, render.Height - 64, 62
	l := render.NewList(render.Width, render.Height, render.Sky.At(13))
	l.Put(landscapeSprite(ground-30), 0, 0)
	drawTitle(l, v, g, r, 10, titleY, render.Width-20)
	h := fitLevelHeight(shownLevels(g, nil), 124, ground-2*titleY)
	const x = render.Width - holes*u - 20
	e := elevation{garden: g, changes: newChanges(g, r), from: from, x: x, ground: ground, u: u, h: h}
	e.drawRuler(l)
	l.Scenery(func() { e.draw(l) })
	l.Put(compassSprite(from, compass), compass*7/8, render.Height-compass*7/8)
	return l
}

// compassSprite returns the sign of a side: an arrow onto a board with a north needle.
func compassSprite(from render.Side, size int) *render.Sprite {
	return sheet.Draw("from the "+from.String(), key{size}, size*3/2, size*3/2, size*3/4, size*3/4, func(p *render.Pen) {
		r := float64(size) / 2
		p.Circle(0, 0, r*1.35)
		p.Outline(render.White, frame, r*.1)
		p.Box(-r*.5, -r*.5, r, r, r*.05)
		p.Outline(render.Sand.At(11), ink, r*.1)
		p.Polygon(pt(0, -r*.42), pt(r*.24, r*.2), pt(0, r*.06), pt(-r*.24, r*.2))
		p.Fill(ink)
		p.Rotated(float64(from)/4, func() {
			p.Polygon(pt(0, -r*.48), pt(r*.46, -r*1.18), pt(-r*.46, -r*1.18))
			p.Outline(render.Red.At(6), ink, r*.07)
		})
	})
}

func isoPicture(v *game.View, g *game.GardenView, r render.Request) *render.List {
	l := render.NewList(render.Width, render.Height, render.Sky.At(13))
	l.Put(landscapeSprite(render.Height/4), 0, 0)
	const least, foot = 40, 44
	drawTitle(l, v, g, r, 10, render.Height-foot, render.Width/2-160)
	view := isoIn(g, newChanges(g, r), image.Rect(0, 0, render.Width, render.Height-foot), least)
	view.drawNames(l)
	l.Scenery(func() { view.draw(l) })
	return l
}
