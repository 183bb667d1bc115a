package towers

import (
	"math"
	"slices"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// ghost is a piece that is not placed yet, drawn over everything else. The zero value is no ghost.
// For a swap of two nobles it is the first one, and other is the second.
type ghost struct {
	game.PlacementView
	other game.PlacementView
	fits  render.Verdict
}

// newGhost returns the ghost of a request. It returns none if the picture does not show ghosts or
// does not show the ghost's zone.
func newGhost(v *game.View, r render.Request) ghost {
	m := r.Ghost.Move
	if m.Seat != r.Seat || r.View != viewTop {
		return ghost{}
	}
	g := ghost{fits: render.Verdict(r.Ghost.Legal)}
	if first, second, swap := game.SwapOf(m); swap {
		g.PlacementView, g.other = first, second
	} else {
		g.PlacementView, _ = game.PlacementOf(m)
	}
	if !slices.ContainsFunc(shownZones(v, r.Seat), g.in) {
		return ghost{}
	}
	return g
}

func (g ghost) shown() bool { return g.At.Level > 0 }

// all returns the cells of the ghost, and of the second noble of a swap.
func (g ghost) all() []game.Cell {
	if g.other.At.Level == 0 {
		return g.Cells()
	}
	return append(g.Cells(), g.other.At)
}

// partner returns the second noble of a swap as a ghost.
func (g ghost) partner() ghost { return ghost{PlacementView: g.other, fits: g.fits} }

// in reports whether the ghost lies in a zone.
func (g ghost) in(z *game.ZoneView) bool { return g.shown() && int(g.At.Zone) == z.Number }

// loneSpot is the position of a noble without others beside it.
var loneSpot = spot{.62, .66, .28}

// join adds a ghost noble to the visible nobles on its tower, if there is room in the picture, and
// returns its position. It returns alone otherwise.
func (g ghost) join(all *roofs) spot {
	r := &all[g.At.Col][g.At.Row]
	if g.Noble.Size == 0 || r.kind != towerKind || r.level != int(g.At.Level) || len(r.nobles) == 0 {
		return loneSpot
	}
	var count [game.Large + 1]int
	for _, n := range r.nobles {
		count[n.Size]++
	}
	if count[g.Noble.Size]++; count[game.Small] > 3 || count[game.Large] > 1 {
		return loneSpot
	}
	r.nobles = append(slices.Clip(r.nobles), g.Noble)
	_, spots := noblePositions(r.nobles)
	if g.Noble.Size == game.Small {
		return spots[count[game.Small]-1]
	}
	return spots[len(spots)-1]
}

// drawGhost draws the ghost over the board; at is the position of a noble in its cell. The pieces
// below shine through a tower or bridge. A tag shows the ghost's level, so that the numbers below
// are not mistaken for it.
func (b board) drawGhost(l *render.List, at spot) {
	g := b.ghost
	cells := g.Cells()
	x, y := b.corner(cells[len(cells)/2])
	x, y = x+b.u/2, y+b.u/2
	switch {
	case g.IsBridge():
		l.Note("ghost bridge %s", g.Bridge())
		l.Put(ghostBridge(g.North, b.u), x, y)
	case g.Facing != 0:
		l.Note("ghost tower %s %s", g.At, g.Facing)
		l.Put(ghostTower(b.u), x, y)
		l.Put(gateSprite(g.Facing, b.u), x, y)
	default:
		l.Note("ghost noble on %s", g.At)
		nx, ny, r := x-b.u/2+px(b.u, at.x), y-b.u/2+px(b.u, at.y), px(b.u, at.r)
		l.Put(haloSprite(r), nx, ny)
		l.Put(tokenSprite(g.Noble, r), nx, ny)
	}
	l.Put(ghostFrame(g.fits, g.frame(), b.u), x, y)
	b.drawTag(l, x, y)
	b.drawSign(l)
}

// frame returns the kind of the ghost's frame.
func (g ghost) frame() uint8 {
	if g.IsBridge() {
		return bridgeFrame(g.North)
	}
	return cellFrame
}

// drawTag writes the level of the ghost centred at x, y. For a noble, the tag is beside it.
func (b board) drawTag(l *render.List, x, y int) {
	size := max(px(b.u, .54), b.digits*12/10)
	if b.ghost.Noble.Size != 0 {
		size = max(px(b.u, .44), b.digits*12/10)
		x, y = x-px(b.u, .04)-size/2, y-px(b.u, .04)-size/2
	}
	l.Put(tagSprite(b.ghost.fits, size), x, y)
	level := strconv.Itoa(int(b.ghost.At.Level))
	style := render.Bold(size*(14-2*len(level))/20, render.White)
	l.Text(style, x, y+style.Height/2, render.Centre, level)
}

// drawSign draws the sign of the verdict at the ghost's upper right corner. At the edge of the
// table it uses another corner, because there is no room beside the board.
func (b board) drawSign(l *render.List) {
	cells := b.ghost.Cells()
	first, last := cells[0], cells[len(cells)-1]
	size := max(px(b.u, .5), b.digits*12/10)
	out := size / 4
	x, y := b.corner(last)
	x, y = x+b.u+out, y-out
	if last.Col == game.Side-1 {
		x, _ = b.corner(first)
		x -= out
	}
	if last.Col == game.Side-1 || last.Row == game.Side-1 {
		_, y = b.corner(first)
		y += b.u + out
	}
	l.Put(b.ghost.fits.Sign(size), x, y)
}

// ghostShade is the level whose shade all ghosts have. Lighter shades are too pale when they are
// half transparent.
const ghostShade = 2

// ghostTower returns a half transparent tower.
func ghostTower(u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: ghostPart, a: cellFrame, u: int16(u)}, func() *render.Sprite {
		return towerSprite(ghostShade, u).Faded()
	})
}

// ghostBridge returns a half transparent bridge.
func ghostBridge(north bool, u int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: ghostPart, a: bridgeFrame(north), u: int16(u)}, func() *render.Sprite {
		return bridgeSprite(ghostShade, north, u).Faded()
	})
}

// ghostFrame returns the frame around a ghost. Its anchor is its middle.
func ghostFrame(v render.Verdict, kind uint8, u int) *render.Sprite {
	key := spriteKey{part: ghostFramePart, a: kind, b: verdictKind(v), u: int16(u)}
	return sheet.Sprite(key, func() *render.Sprite {
		wide := max(4, min(u/10, 8))
		w, h := frameSize(kind, u)
		w, h = w+2*wide-2, h+2*wide-2
		return render.Draw("frame "+v.String(), w+4, h+4, w/2+2, h/2+2, func(p *render.Pen) {
			p.Translated(-float64(w/2), -float64(h/2), func() { v.DrawFrame(p, float64(w), float64(h), float64(wide)) })
		})
	})
}

// tagSprite returns the background of a ghost's level.
func tagSprite(v render.Verdict, size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: tagPart, b: verdictKind(v), u: int16(size)}, func() *render.Sprite {
		return render.Draw("tag "+v.String(), size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
			w := float64(size)
			p.Box(-w/2, -w/2, w, w, w*.2)
			p.Outline(v.Colour(), render.White, math.Max(1.5, w*.06))
		})
	})
}

// haloSprite returns the disc that sets a ghost noble off from placed nobles.
func haloSprite(r int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: haloPart, u: int16(r)}, func() *render.Sprite {
		half := r*15/10 + 2
		return render.Draw("halo", 2*half, 2*half, half, half, func(p *render.Pen) {
			p.Circle(0, 0, float64(r)*1.4)
			p.Fill(render.White)
		})
	})
}

// verdictKind returns a verdict as a field of a look.
func verdictKind(v render.Verdict) uint8 {
	if v {
		return 1
	}
	return 0
}
