package gardens

import (
	"math"

	game "amytis/engine/gardens"
	"amytis/render"
)

// ghost is a tile that is not placed yet, shown over all that is there; the zero
// value is none.
type ghost struct {
	game.PlacedTile
	fits render.Verdict
}

// ghostOf is the ghost that a picture shows, in which its seat places a tile.
func ghostOf(r render.Request) ghost {
	m := r.Ghost.Move
	if m.Seat != r.Seat || (r.View != "garden" && r.View != "top") {
		return ghost{}
	}
	tile, _ := game.PlacementOf(m)
	return ghost{tile, render.Verdict(r.Ghost.Legal)}
}

func (g ghost) shown() bool { return g.Tile != 0 }

// onBoard reports whether the ghost lies on the board with all its corners.
func (g ghost) onBoard() bool { return g.At.Col() < holes-1 && g.At.Row() < holes-1 }

// corner is where the centre of a spot lies from the middle of a tile, in half
// holes, by its place in game.PlacedTile.Holes.
var corner = [4]struct{ x, y int }{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}

// drawGhost draws the ghost over the board. What it covers shines through its
// stone, but its spots and level are as clear as those of the tiles that lie.
func (b board) drawGhost(l *render.List) {
	g := b.ghost
	if !g.shown() {
		return
	}
	l.Note("ghost %s at %s r%d L%d", g.Tile, g.At, g.Rot, g.Level)
	x, y := b.middle(g.At)
	x, y = x+b.u/2, y-b.u/2
	l.Put(ghostSprite(g.Tile.Material(), g.Level, b.u), x, y)
	spots := g.Tile.Spots(g.Rot)
	for i, h := range g.Holes() {
		hx, hy := x+corner[i].x*b.u/2, y+corner[i].y*b.u/2
		if h == g.Open {
			l.Put(belvedereSprite(b.u), hx, hy)
		} else {
			l.Put(spotSprite(spots[i], px(b.u, .31)), hx, hy)
		}
	}
	l.Put(ghostFrame(g.fits, b.u), x, y)
	l.Put(badgeSprite(g.Tile.Flower(), px(b.digits, .9), b.u), x, y)
	drawLevel(l, g.Level, x, y, b.digits)
	l.Put(g.fits.Sign(px(b.u, .56)), x+b.u, y-b.u)
}

// ghostSprite is the stone of a ghost: solid at its rim, which tells the
// material, and around its spots, lest an icon below is taken for one of its own.
// Its anchor is its middle.
func ghostSprite(m game.Material, level, u int) *render.Sprite {
	shade := shadeOf(level)
	return sheet.Sprite(look{part: ghostPart, a: uint8(m), b: uint8(shade), u: int16(u)}, func(look) *render.Sprite {
		w := 2*u - 2
		return render.Draw("ghost "+m.String(), w, w, u-1, u-1, func(p *render.Pen) {
			half, hole := float64(u-1), float64(u)
			rim := math.Round(2 * half * rimShare)
			ramp, base := stone(m)
			p.Box(rim-half, rim-half, 2*(half-rim), 2*(half-rim), 0)
			p.Tint(ramp.At(base+shade+2), .5)
			for i := range 4 {
				p.Rotated(float64(i)/4, func() {
					p.Box(-half, -half, 2*half, rim, 0)
					p.Circle(hole/2, hole/2, hole*.37)
				})
			}
			p.Clipped(func() {
				p.Translated(-half, -half, func() { drawStone(p, m, shade, 2*half) })
			})
		})
	})
}

// drawGhost outlines the edge of the ghost before all that is there: a player
// sees on what it would come to lie. One that sticks out over the board is left
// to the picture from above.
func (e elevation) drawGhost(l *render.List) {
	g := e.ghost
	if !g.shown() || !g.onBoard() {
		return
	}
	l.Note("ghost %s at %s L%d", g.Tile, g.At, g.Level)
	left, _ := e.edge(&g.PlacedTile)
	l.Put(ghostEdge(g.fits, e.u, e.h), e.x+left*e.u, e.ground-g.Level*e.h)
}

// kindOf is a verdict's number in a look.
func kindOf(v render.Verdict) uint8 {
	if v {
		return 1
	}
	return 0
}

// ghostFrame runs around a ghost.
func ghostFrame(v render.Verdict, u int) *render.Sprite {
	return sheet.Sprite(look{part: framePart, a: kindOf(v), u: int16(u)}, func(look) *render.Sprite {
		wide := math.Max(4, math.Round(float64(u)*.11))
		half := float64(u) - 2 + wide
		size := 2*int(half) + 4
		return render.Draw("frame "+v.String(), size, size, size/2, size/2, func(p *render.Pen) {
			p.Translated(-half, -half, func() { v.DrawFrame(p, 2*half, 2*half, wide) })
		})
	})
}

// ghostEdge is the frame of a ghost seen edge on; its anchor is the upper left
// corner of the tile.
func ghostEdge(v render.Verdict, u, h int) *render.Sprite {
	return sheet.Sprite(look{part: framePart, a: kindOf(v), u: int16(u), h: int16(h)}, func(look) *render.Sprite {
		wide := max(3, min(u/10, slabOf(h)/2))
		w, t := 2*u+2*wide, slabOf(h)+2*wide
		return render.Draw("edge "+v.String(), w+4, t+4, wide+2, wide+2, func(p *render.Pen) {
			p.Translated(float64(-wide), float64(-wide), func() {
				v.DrawFrame(p, float64(w), float64(t), float64(wide))
			})
		})
	})
}
