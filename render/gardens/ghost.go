package gardens

import (
	"math"

	game "amytis/engine/gardens"
	"amytis/render"
)

// ghost is a tile that is not placed yet, drawn over everything else. The zero value is no ghost.
type ghost struct {
	game.PlacedTile
	fits render.Verdict
}

// newGhost returns the ghost of a request. It returns none if the picture does not show ghosts or
// shows another seat's garden.
func newGhost(r render.Request) ghost {
	m := r.Ghost.Move
	if m.Seat != r.Seat || (r.View != "garden" && r.View != "top") {
		return ghost{}
	}
	tile, _ := game.PlacementOf(m)
	return ghost{tile, render.Verdict(r.Ghost.Legal)}
}

func (g ghost) shown() bool { return g.Tile != 0 }

// onBoard reports whether all four corners of the ghost are on the board.
func (g ghost) onBoard() bool { return g.At.Col() < holes-1 && g.At.Row() < holes-1 }

// corner holds the offset of each spot from the middle of a tile, in half holes, in the order of
// game.PlacedTile.Holes.
var corner = [4]struct{ x, y int }{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}

// drawGhost draws the ghost over the board. The board shines through its stone, but its spots and
// level are as clear as those of placed tiles.
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

// ghostSprite returns the stone of a ghost; its anchor is its middle. The rim is opaque because it
// shows the material. The stone around the spots is opaque so that an icon below is not mistaken
// for one of the ghost's.
func ghostSprite(m game.Material, level, u int) *render.Sprite {
	shade := levelShade(level)
	return sheet.Sprite(spriteKey{part: ghostPart, a: uint8(m), b: uint8(shade), u: int16(u)}, func() *render.Sprite {
		w := 2*u - 2
		return render.Draw("ghost "+m.String(), w, w, u-1, u-1, func(p *render.Pen) {
			half, hole := float64(u-1), float64(u)
			rim := math.Round(2 * half * rimShare)
			ramp, base := stoneRamp(m)
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

// drawGhost outlines the edge of the ghost in front of everything, so that a player sees what it
// would lie on. It leaves out a ghost that sticks out over the board's edge; the picture from above
// shows that.
func (e elevation) drawGhost(l *render.List) {
	g := e.ghost
	if !g.shown() || !g.onBoard() {
		return
	}
	l.Note("ghost %s at %s L%d", g.Tile, g.At, g.Level)
	left, _ := e.edge(&g.PlacedTile)
	l.Put(ghostEdge(g.fits, e.u, e.h), e.x+left*e.u, e.ground-g.Level*e.h)
}

// verdictKey returns a verdict as a field of a look.
func verdictKey(v render.Verdict) uint8 {
	if v {
		return 1
	}
	return 0
}

// ghostFrame returns the frame around a ghost.
func ghostFrame(v render.Verdict, u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: framePart, a: verdictKey(v), u: int16(u)}, func() *render.Sprite {
		wide := math.Max(4, math.Round(float64(u)*.11))
		half := float64(u) - 2 + wide
		size := 2*int(half) + 4
		return render.Draw("frame "+v.String(), size, size, size/2, size/2, func(p *render.Pen) {
			p.Translated(-half, -half, func() { v.DrawFrame(p, 2*half, 2*half, wide) })
		})
	})
}

// ghostEdge returns the frame of a ghost seen edge on. Its anchor is the upper left corner of the
// tile.
func ghostEdge(v render.Verdict, u, h int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: framePart, a: verdictKey(v), u: int16(u), h: int16(h)}, func() *render.Sprite {
		wide := max(3, min(u/10, slabHeight(h)/2))
		w, t := 2*u+2*wide, slabHeight(h)+2*wide
		return render.Draw("edge "+v.String(), w+4, t+4, wide+2, wide+2, func(p *render.Pen) {
			p.Translated(float64(-wide), float64(-wide), func() {
				v.DrawFrame(p, float64(w), float64(t), float64(wide))
			})
		})
	})
}
