package gardens

import (
	"image"
	"math"
	"slices"

	game "amytis/engine/gardens"
	"amytis/render"
)

// ghost is a tile that is not placed yet, drawn over everything else.
type ghost struct {
	game.PlacedTile
	fits render.Verdict
}

// newGhosts returns at most two ghosts of a request, none if the picture shows another garden.
func newGhosts(r render.Request) (all []ghost) {
	for _, wanted := range [...]render.Ghost{r.Ghost, r.Beside} {
		tile, ok := game.PlacementOf(wanted.Move)
		if !ok || wanted.Move.Seat != r.Seat || r.View != "garden" && r.View != "top" {
			break
		}
		all = append(all, ghost{tile, render.Verdict(wanted.Legal)})
	}
	return all
}

func (g ghost) onBoard() bool { return g.At.Col() < holes-1 && g.At.Row() < holes-1 }

// covered reports whether a ghost that fits covers a hole.
func (b board) covered(h game.Hole) bool {
	return slices.ContainsFunc(b.ghosts, func(g ghost) bool {
		col, row := h.Col()-g.At.Col(), h.Row()-g.At.Row()
		return bool(g.fits) && col >= 0 && col < 2 && row >= 0 && row < 2
	})
}

// drawGhost draws a ghost over the board, which shines through its stone. Spots and level are as
// clear as a placed tile's; if it does not fit, there are only small spots around the middle.
func (b board) drawGhost(l *render.List, g ghost) {
	l.Note("ghost %s at %s r%d L%d", g.Tile, g.At, g.Rot, g.Level)
	x, y := b.tileMiddle(g.At)
	drawSpots := func(u, apart int) {
		spots := g.Tile.Spots(g.Rot)
		for i, h := range g.Holes() {
			hx, hy := x+corner[i].x*apart, y+corner[i].y*apart
			if h == g.Open {
				l.Put(belvedereSprite(px(u, 2*spotShare)), hx, hy)
			} else {
				putSpot(l, spots[i], u, hx, hy)
			}
		}
	}
	wide := ghostWide(b.u)
	half := b.u - 2 + wide
	if g.fits {
		l.Put(ghostSprite(g.Tile.Material(), g.Level, b.u), x, y)
		drawSpots(b.u, b.u/2)
	} else {
		l.Put(g.fits.Hatching(2*b.u, 2*b.u), x-b.u, y-b.u)
		l.Scenery(func() { drawSpots(b.u/2, px(b.u, .22)) })
	}
	l.Put(g.fits.Frame(2*half, 2*half, wide), x-half, y-half)
}

// ghostArea returns the part of the picture with a ghost's holes.
func (b board) ghostArea(g ghost) image.Rectangle {
	x, y := b.tileMiddle(g.At)
	return image.Rect(x-b.u, y-b.u, x+b.u, y+b.u)
}

// putVerdict draws the sign of a verdict on a corner or a side of the ghost's area in, where it
// covers the least of the levels.
func (b board) putVerdict(l *render.List, lay *layout, fits render.Verdict, in image.Rectangle) {
	size := px(b.u, .6)
	best, at := math.MaxInt, offset{}
	for _, way := range [...]offset{{2, 0}, {0, 0}, {2, 2}, {0, 2}, {2, 1}, {0, 1}, {1, 0}, {1, 2}} {
		sx := min(max(in.Min.X+way.x*in.Dx()/2, b.x), b.x+holes*b.u)
		sy := min(max(in.Min.Y+way.y*in.Dy()/2, b.y+size/2), b.y+holes*b.u)
		covered := 0
		cover := func(at game.Hole, badge badgePlace) {
			x, y := b.tileMiddle(at)
			if badge.r > 0 {
				covered += max(0, badge.r+size/2-int(math.Hypot(float64(x+badge.x-sx), float64(y+badge.y-sy))))
			}
		}
		for i, badge := range lay.badges {
			cover(b.garden.Tiles[i].At, badge)
		}
		for _, g := range b.ghosts {
			if g.fits {
				cover(g.At, badgePlace{r: px(b.u, wideBadgeShare)})
			}
		}
		if covered < best {
			best, at = covered, offset{sx, sy}
		}
	}
	l.Put(fits.Sign(size), at.x, at.y)
}

// ghostSprite returns a ghost's stone, anchored in its middle. The rim is opaque to show the
// material, the stone around spots so that no icon below is mistaken for the ghost's.
func ghostSprite(m game.Material, level, u int) *render.Sprite {
	shade := levelShade(level)
	w := 2*u - 2
	return sheet.Draw("ghost "+m.String(), key{shade}, w, w, u-1, u-1, func(p *render.Pen) {
		half := float64(u - 1)
		hole := float64(u)
		rim := math.Round(2 * half * rimShare)
		p.Box(rim-half, rim-half, 2*(half-rim), 2*(half-rim), 0)
		p.Tint(faceColour(m, shade), .5)
		for i := range 4 {
			p.Rotated(float64(i)/4, func() {
				p.Box(-half, -half, 2*half, rim, 0)
				p.Circle(hole/2, hole/2, hole*.4)
			})
		}
		p.Clipped(func() {
			p.Translated(-half, -half, func() { drawStone(p, m, shade, 2*half) })
		})
	})
}

// drawGhost outlines the edge of the first ghost in front of everything, so that one sees what it
// would lie on, unless it sticks out over the board's edge.
func (e elevation) drawGhost(l *render.List) {
	if len(e.ghosts) == 0 || !e.ghosts[0].onBoard() {
		return
	}
	g := e.ghosts[0]
	l.Note("ghost %s at %s L%d", g.Tile, g.At, g.Level)
	left, _ := e.frontEdge(g.PlacedTile)
	wide := max(3, min(e.u/10, slabHeight(e.h)/2))
	l.Put(g.fits.Frame(2*(e.u+wide), slabHeight(e.h)+2*wide, wide), e.x+left*e.u-wide, e.ground-g.Level*e.h-wide)
}

func ghostWide(u int) int { return max(4, px(u, .11)) }

// planned is a decoration that is not built yet, drawn in a frame over everything else.
type planned struct {
	game.Decoration
	fits render.Verdict
}

func newPlanned(g *game.GardenView, r render.Request) []planned {
	if r.View != "garden" && r.View != "top" {
		return nil
	}
	var all []planned
	for _, ghost := range [...]render.Ghost{r.Ghost, r.Beside} {
		if d, ok := game.DecorationOf(ghost.Move, g); ok && ghost.Move.Seat == r.Seat {
			all = append(all, planned{d, render.Verdict(ghost.Legal)})
		}
	}
	return all
}

// ends returns the north-western and the south-eastern hole of the decoration.
func (d planned) ends() (from, to game.Hole) {
	if d.B == game.NoHole {
		return d.A, d.A
	}
	west, east := min(d.A.Col(), d.B.Col()), max(d.A.Col(), d.B.Col())
	return game.At(west, max(d.A.Row(), d.B.Row())), game.At(east, min(d.A.Row(), d.B.Row()))
}

// plannedArea returns the part of the picture with a decoration's holes.
func (b board) plannedArea(d planned) image.Rectangle {
	from, to := d.ends()
	west, north := b.middle(from)
	east, south := b.middle(to)
	half := b.u / 2
	return image.Rect(west-half, north-half, east-half+b.u, south-half+b.u)
}

// drawPlanned draws a planned decoration, or only a small sign of one that does not fit.
func (b board) drawPlanned(l *render.List, d planned) {
	l.Note("planned %s at %s-%s L%d", d.Kind, d.A, d.B, d.Level)
	in := b.plannedArea(d)
	if d.fits {
		from, to := ends(d.Decoration)
		x, y := b.middle(from)
		l.Put(decorSprite(d.Kind, direction(from, to), b.u), x, y)
	} else {
		l.Put(d.fits.Hatching(in.Dx(), in.Dy()), in.Min.X, in.Min.Y)
		l.Scenery(func() { putSpot(l, d.Kind, b.u/2, in.Min.X+b.u/2-b.u/3, in.Min.Y+b.u/2-b.u/3) })
	}
	l.Put(d.fits.Frame(in.Dx(), in.Dy(), ghostWide(b.u)), in.Min.X, in.Min.Y)
}
