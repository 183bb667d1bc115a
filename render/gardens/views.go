package gardens

import (
	"image"
	"math"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

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

func windowSprite(w, h, horizon int) *render.Sprite {
	return sheet.Draw("window", key{horizon}, w, h, 0, 0, func(p *render.Pen) {
		const round, edge = 16, 5
		p.Box(0, 0, float64(w), float64(h), round)
		p.Fill(frame)
		p.Box(edge, edge, float64(w-2*edge), float64(h-2*edge), round-edge)
		p.Clipped(func() { drawLandscape(p, float64(w), float64(h), float64(horizon)) })
	})
}

func landscapeSprite(horizon int) *render.Sprite {
	return sheet.Draw("landscape", key{horizon}, render.Width, render.Height, 0, 0, func(p *render.Pen) {
		drawLandscape(p, render.Width, render.Height, float64(horizon))
	})
}

// drawLandscape fills w by h pixels with a sky, a sun, a distant temple tower and green fields.
func drawLandscape(p *render.Pen, w, h, horizon float64) {
	const bands = 4
	for i := range bands {
		p.Box(0, math.Round(horizon*float64(i)/bands), w, h, 0)
		p.Fill(render.Sky.At(10 + i))
	}
	size := math.Min(w, h)
	p.Circle(w*.84, size*.16, size*.07)
	p.Fill(render.Gold.At(14))
	for i := range 4 {
		wide, tall := size*(.34-.08*float64(i)), size*.055
		p.Box(math.Round(w*.17-wide/2), math.Round(horizon-tall*float64(i+1)), math.Round(wide), math.Round(tall)+2, 0)
		p.Fill(render.Sky.At(8 + i/2))
	}
	p.Box(0, horizon, w, h, 0)
	p.Fill(render.Leaf.At(12))
	for _, hill := range [][4]float64{{.55, .5, .05, 11}, {.95, .35, .07, 11}, {.3, .4, .035, 12}} {
		p.Ellipse(w*hill[0], horizon+2, w*hill[1]/2, h*hill[2])
		p.Fill(render.Leaf.At(int(hill[3])))
	}
	p.Box(0, horizon, w, h, 0)
	p.Fill(render.Leaf.At(12))
	p.Box(0, math.Round(horizon+(h-horizon)*.35), w, h, 0)
	p.Fill(render.Leaf.At(13))
}

// replayPicture shows all gardens from above with changes, names and points, in one row or two.
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
