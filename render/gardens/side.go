package gardens

import (
	"cmp"
	"image"
	"math"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// elevation draws a garden from a side, without perspective.
type elevation struct {
	garden  *game.GardenView
	changes changes
	from    render.Side
	// x is the left edge, ground the y of the board, u a hole's width, h a level's height.
	x, ground, u, h int
	ghosts          []ghost
}

// placeHole returns how far to the right and how near a hole appears, both from 0 to 7.
func (e elevation) placeHole(h game.Hole) (right, near int) {
	return e.from.Place(h.Col(), h.Row(), allHoles)
}

var allHoles = image.Rect(0, 0, holes, holes)

func slabHeight(h int) int { return max(4, h*3/10) }

// shownLevels returns how many levels a picture has room for: one above the highest tile, for a
// ghost wherever it is, so that the size stays while it moves.
func shownLevels(g *game.GardenView, ghosts []ghost) int {
	levels := max(highest(g), 2)
	if len(ghosts) > 0 {
		levels = max(levels, highest(g)+1, ghosts[0].Level)
	}
	return levels
}

// fitLevelHeight returns a level's height, at most h, so that levels and pieces on top fit in room.
func fitLevelHeight(levels, h, room int) int { return min(h, room*10/(levels*10+9)) }

func (e elevation) draw(l *render.List) {
	l.Note("seat %d from the %s", e.garden.Seat, e.from)
	e.drawGround(l)
	for near := range holes {
		e.drawStanding(l, near)
		e.drawSlabs(l, near)
	}
	for _, d := range e.garden.Decor { // nothing hides which way stairs lead
		if d.Kind == game.Stairs {
			shape, x, _ := e.locate(d)
			l.Put(arrowSprite(shape, e.u, e.h), x, e.ground-d.Level*e.h-e.h/2)
		}
	}
	e.drawGhost(l)
}

func (e elevation) drawGround(l *render.List) {
	for level := 1; level <= shownLevels(e.garden, e.ghosts); level++ {
		l.Area(e.x, e.ground-level*e.h, holes*e.u, max(2, e.h/40), render.Sky.At(8))
	}
	thick := max(5, e.h/8)
	l.Area(e.x-thick/2, e.ground, holes*e.u+thick, thick, frame)
	l.Area(e.x-thick/2, e.ground, holes*e.u+thick, max(1, thick/3), render.Sand.At(10))
}

func (e elevation) drawRuler(l *render.List) {
	const letter = render.MinReadable
	style := render.Bold(letter, ink)
	top := shownLevels(e.garden, nil)
	every := 1 + letter*5/4/e.h // number fewer levels if they are low
	for level := top; level > 0; level -= every {
		l.Text(style, e.x-letter/2, e.ground-level*e.h+letter/2, render.Right, strconv.Itoa(level))
	}
	for i := range holes {
		l.Text(style, e.x+i*e.u+e.u/2, e.ground+letter*16/10, render.Centre, e.from.Label(i, allHoles))
	}
}

func fade(near int) int { return (holes - 1 - near) / 2 }

func (e elevation) drawSlabs(l *render.List, near int) {
	for i, t := range e.garden.Tiles {
		left, front := e.frontEdge(t)
		if front != near {
			continue
		}
		l.Note("tile %s at %s L%d", t.Tile, t.At, t.Level)
		x, y := e.x+left*e.u, e.ground-t.Level*e.h
		l.Put(slabSprite(t.Tile.Material(), fade(near), e.u, e.h), x, y)
		if e.changes.tiles[i] {
			l.Put(markSprite(slabHeight(e.h)*9/10), x+2*e.u-slabHeight(e.h), y+slabHeight(e.h)/2)
		}
		size := slabHeight(e.h) * 8 / 10
		if size > 20 { // no pillar stands before the middle
			l.Put(flowerSprite(t.Tile.Flower(), size), x+e.u, y+slabHeight(e.h)/2)
		}
	}
}

func (e elevation) frontEdge(t game.PlacedTile) (left, near int) {
	left = holes
	for _, h := range t.Holes() {
		right, depth := e.placeHole(h)
		left, near = min(left, right), max(near, depth)
	}
	return left, near
}

// slabSprite returns a tile seen edge on, anchored at the upper left corner.
func slabSprite(m game.Material, fade, u, h int) *render.Sprite {
	w, t := 2*u, slabHeight(h)
	return sheet.Draw("slab "+m.String(), key{fade, h}, w, t, 0, 0, func(p *render.Pen) {
		ramp, base := stoneRamp(m)
		step := base + 2 + fade
		wide, thick := float64(w), float64(t)
		line := math.Max(1, math.Round(float64(h)*.025))
		p.Box(0, 0, wide, thick, 0)
		p.Fill(ramp.At(step - 6 + fade/2))
		p.Box(line, line, wide-2*line, thick-2*line, 0)
		p.Clipped(func() {
			p.Box(0, 0, wide, thick, 0)
			p.Fill(ramp.At(step))
			drawRim(p, m, ramp, step, wide, thick, line)
			p.Box(0, 0, wide, line+math.Max(1, math.Round(thick*.14)), 0)
			p.Fill(ramp.At(step + 4))
		})
	})
}

func markSprite(size int) *render.Sprite {
	return sheet.Draw("fresh", key{size}, size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
		r := float64(size) / 2
		p.Star(5, r, r*.45)
		p.Outline(mark, ink, math.Max(2, r*.14))
	})
}

func (e elevation) drawStanding(l *render.List, near int) {
	for _, s := range e.garden.Supports {
		right, depth := e.placeHole(s.Hole)
		if depth == near {
			l.Put(pillarSprite(s.Kind, fade(near), e.u, e.h), e.x+right*e.u+e.u/2, e.ground-s.From*e.h)
		}
	}
	for _, t := range e.garden.Tiles {
		right, depth := e.placeHole(t.Open)
		if t.Open != game.NoHole && depth == near {
			l.Note("belvedere at %s L%d", t.Open, t.Level)
			l.Put(standingSprite(standBelvedere, e.u, e.h), e.x+right*e.u+e.u/2, e.ground-t.Level*e.h)
		}
	}
	for _, d := range e.garden.Decor {
		e.drawDecor(l, d, near)
	}
}

func (e elevation) drawDecor(l *render.List, d game.Decoration, near int) {
	shape, x, depth := e.locate(d)
	if depth == near && !d.Supporting {
		l.Note("%s at %s-%s L%d", d.Kind, d.A, d.B, d.Level)
		l.Put(standingSprite(shape, e.u, e.h), x, e.ground-d.Level*e.h)
	}
}

// locate returns how a decoration appears, the x of its middle, and how near it is.
func (e elevation) locate(d game.Decoration) (shape sideShape, x, near int) {
	rightA, nearA := e.placeHole(d.A)
	rightB, nearB := e.placeHole(cmp.Or(d.B, d.A))
	x = e.x + (rightA+rightB+1)*e.u/2
	return e.shape(d, nearA == nearB), x, max(nearA, nearB)
}

func (e elevation) shape(d game.Decoration, along bool) sideShape {
	switch d.Kind {
	case game.Statue:
		return standStatue
	case game.Fountain:
		return standFountainEnd + sideShape(render.Flag(along))
	case game.Bridge:
		return standBridgeEnd + sideShape(render.Flag(along))
	}
	low, high := ends(d)
	lowRight, lowNear := e.placeHole(low)
	highRight, highNear := e.placeHole(high)
	switch {
	case highRight > lowRight:
		return standStairsRight
	case highRight < lowRight:
		return standStairsLeft
	case highNear < lowNear:
		return standStairsAway
	}
	return standStairsToward
}
