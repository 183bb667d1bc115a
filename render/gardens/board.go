package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

const holes = 8

// board draws a garden from above.
type board struct {
	garden *game.GardenView
	// x, y is the north-west corner of the holes; u is the width of a hole.
	x, y, u int
	// digits is the height of the digits of levels.
	digits int
	ghost  ghost
}

// middle returns the centre of a hole.
func (b board) middle(h game.Hole) (x, y int) {
	return b.x + h.Col()*b.u + b.u/2, b.y + (holes-1-h.Row())*b.u + b.u/2
}

// draw draws the board and everything on it, from the ground up.
func (b board) draw(l *render.List, coords int) {
	b.drawGround(l, coords)
	for level := 1; level <= highest(b.garden); level++ {
		for i := range b.garden.Tiles {
			if b.garden.Tiles[i].Level == level {
				b.drawTile(l, &b.garden.Tiles[i])
			}
		}
		b.drawBuilt(l, level)
	}
	for i := range b.garden.Tiles {
		b.drawBadge(l, &b.garden.Tiles[i])
	}
	b.drawGhost(l)
}

// highest returns the level of the highest tile, or 0 if there are no tiles.
func highest(g *game.GardenView) int {
	top := 0
	for i := range g.Tiles {
		top = max(top, g.Tiles[i].Level)
	}
	return top
}

func (b board) drawGround(l *render.List, coords int) {
	l.Note("board of seat %d", b.garden.Seat)
	l.Put(boardSprite(b.u), b.x, b.y)
	style := render.Bold(coords, render.Sand.At(3))
	gap := coords*6/10 + b.u/10
	for i := range holes {
		middle := i*b.u + b.u/2
		l.Text(style, b.x+middle, b.y+holes*b.u+gap+coords, render.Centre, string(rune('a'+i)))
		l.Text(style, b.x-gap, b.y+(holes-1)*b.u-i*b.u+b.u/2+coords/2, render.Right, strconv.Itoa(i+1))
	}
}

// boardSprite returns an empty board with its holes.
func boardSprite(u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: boardPart, u: int16(u)}, func() *render.Sprite {
		edge := max(3, u/10)
		size := holes*u + 2*edge
		return render.Draw("board", size, size, edge, edge, func(p *render.Pen) {
			w, e := float64(size), float64(edge)
			p.Box(-e, -e, w, w, e)
			p.Fill(frame)
			p.Box(0, 0, w-2*e, w-2*e, 0)
			p.Fill(render.Sand.At(12))
			for row := range holes {
				for col := range holes {
					x, y, r := (float64(col)+.5)*float64(u), (float64(row)+.5)*float64(u), float64(u)*.11
					p.Circle(x, y, r)
					p.Fill(render.Sand.At(8))
				}
			}
		})
	})
}

func (b board) drawTile(l *render.List, t *game.PlacedTile) {
	l.Note("tile %s at %s r%d L%d", t.Tile, t.At, t.Rot, t.Level)
	x, y := b.middle(t.At)
	x, y = x+b.u/2, y-b.u/2
	l.Put(tileSprite(t.Tile.Material(), t.Level, b.u), x, y)
	spots := t.Tile.Spots(t.Rot)
	for i, h := range t.Holes() {
		if b.garden.Heights[h-1] == t.Level && h != t.Open {
			hx, hy := b.middle(h)
			l.Put(spotSprite(spots[i], px(b.u, .31)), hx, hy)
		}
	}
	if t.Fresh {
		l.Put(freshSprite(b.u), x, y)
	}
}

// drawBuilt draws the pieces whose top is at a level. The tiles above then cover them.
func (b board) drawBuilt(l *render.List, level int) {
	for i := range b.garden.Tiles {
		if t := &b.garden.Tiles[i]; t.Level == level && t.Open != game.NoHole && !t.BelvedereHidden(&b.garden.Heights) {
			l.Note("belvedere at %s L%d", t.Open, level)
			x, y := b.middle(t.Open)
			l.Put(belvedereSprite(b.u), x, y)
		}
	}
	for i := range b.garden.Decor {
		d := &b.garden.Decor[i]
		if topOf(d) != level || d.Hidden || d.Supporting {
			continue
		}
		l.Note("%s at %s-%s L%d", d.Kind, d.A, d.B, d.Level)
		from, to := d.A, d.B
		if d.LowAtB {
			from, to = to, from
		}
		x, y := b.middle(from)
		l.Put(decorSprite(d.Kind, direction(from, to), b.u), x, y)
	}
}

// topOf returns the highest level that a decoration reaches (G-6).
func topOf(d *game.Decoration) int {
	if d.Kind == game.Stairs {
		return d.Level + 1
	}
	return d.Level
}

// direction returns the direction between two holes: 0 north, 1 east, 2 south, 3 west.
func direction(from, to game.Hole) int {
	switch {
	case to == game.NoHole, to.Row() > from.Row():
		return 0
	case to.Col() > from.Col():
		return 1
	case to.Row() < from.Row():
		return 2
	}
	return 3
}

// drawBadge writes the level of a tile into its flower, on the visible part of the tile.
func (b board) drawBadge(l *render.List, t *game.PlacedTile) {
	if t.Hidden {
		return
	}
	dx, dy, seen := b.badgeOffset(t)
	x, y := b.middle(t.At)
	x, y = x+b.u/2, y-b.u/2
	size := px(b.digits, .9)
	if seen < 4 {
		size = px(b.digits, .78)
	}
	r := float64(b.u) * .27
	x, y = x+int(dx*r), y+int(dy*r)
	l.Note("badge of %s", t.Tile)
	l.Put(badgeSprite(t.Tile.Flower(), size, b.u), x, y)
	drawLevel(l, t.Level, x, y, b.digits)
}

// drawLevel writes a level centred at x, y. Two digits are smaller, to take the width of one.
func drawLevel(l *render.List, level, x, y, height int) {
	if level > 9 {
		height = height * 17 / 20
	}
	l.Text(render.Bold(height, ink), x, y+height/2, render.Centre, strconv.Itoa(level))
}

// badgeOffset returns how many corners of a tile are visible from above, and the direction of a
// badge on them from the tile's middle. The badge is in the middle if all four are visible.
func (b board) badgeOffset(t *game.PlacedTile) (dx, dy float64, n int) {
	toward := [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}
	first := -1
	for i, h := range t.Holes() {
		if b.garden.Heights[h-1] != t.Level {
			continue
		}
		n++
		if first < 0 {
			first = i
		}
		dx, dy = dx+toward[i][0], dy+toward[i][1]
	}
	switch {
	case n == 4:
		return 0, 0, n
	case n == 2 && dx == 0 && dy == 0: // opposite corners: use the first
		return toward[first][0], toward[first][1], n
	case n == 2:
		return dx / 2, dy / 2, n
	case n == 3:
		return dx * .9, dy * .9, n
	}
	return dx, dy, n
}
