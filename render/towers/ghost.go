package towers

import (
	"math"
	"slices"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// ghost is a piece that is not placed yet, shown over all that is there; the
// zero value is none. Of two nobles who are to change places it is one, and the
// other is shown too.
type ghost struct {
	game.PlacementView
	other game.PlacementView
	fits  render.Verdict
}

// ghostOf is the ghost that a picture shows, in which its seat places a piece.
func ghostOf(v *game.View, r render.Request) ghost {
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
	if !slices.ContainsFunc(zonesOf(v, r.Seat), g.in) {
		return ghost{}
	}
	return g
}

func (g ghost) shown() bool { return g.At.Level > 0 }

// all are the cells of the ghost, and of the other noble of a swap.
func (g ghost) all() []game.Cell {
	if g.other.At.Level == 0 {
		return g.Cells()
	}
	return append(g.Cells(), g.other.At)
}

// partner is the other noble of a swap, as a ghost of its own.
func (g ghost) partner() ghost { return ghost{PlacementView: g.other, fits: g.fits} }

// in reports whether the ghost lies in a zone.
func (g ghost) in(z *game.ZoneView) bool { return g.shown() && int(g.At.Zone) == z.Number }

// alone is where a noble is shown that nobody stands beside.
var alone = spot{.62, .66, .28}

// join puts a noble among those whom it would stand with, as far as they are
// seen and there is room in the picture, and gives its own place.
func (g ghost) join(all *roofs) spot {
	r := &all[g.At.Col][g.At.Row]
	if g.Noble.Size == 0 || r.kind != towerKind || r.level != int(g.At.Level) || len(r.nobles) == 0 {
		return alone
	}
	var count [game.Large + 1]int
	for _, n := range r.nobles {
		count[n.Size]++
	}
	if count[g.Noble.Size]++; count[game.Small] > 3 || count[game.Large] > 1 {
		return alone
	}
	r.nobles = append(slices.Clip(r.nobles), g.Noble)
	_, spots := spotsOf(r.nobles)
	if g.Noble.Size == game.Small {
		return spots[count[game.Small]-1]
	}
	return spots[len(spots)-1]
}

// drawGhost draws the ghost over the board, a noble at its place in the cell.
// What it covers shines through; its level has a tag, lest the numbers below
// are taken for it.
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

// frame is the kind of the ghost's frame.
func (g ghost) frame() uint8 {
	if g.IsBridge() {
		return bridgeFrame(g.North)
	}
	return cellFrame
}

// drawTag writes the level of the ghost about whose middle x, y is: beside a
// noble, on other pieces.
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

// drawSign draws whether the ghost fits, at its upper right corner; where that
// is at the edge of the table, at another: beside the board is no room.
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

// ghostShade is the level whose shade ghosts have on all levels: lighter ones
// are too pale where half shines through.
const ghostShade = 2

// ghostTower and ghostBridge let half of what is below shine through.
func ghostTower(u int) *render.Sprite {
	return sheet.Sprite(look{part: ghostPart, a: cellFrame, u: int16(u)}, func(look) *render.Sprite {
		return towerSprite(ghostShade, u).Faded()
	})
}

func ghostBridge(north bool, u int) *render.Sprite {
	return sheet.Sprite(look{part: ghostPart, a: bridgeFrame(north), u: int16(u)}, func(look) *render.Sprite {
		return bridgeSprite(ghostShade, north, u).Faded()
	})
}

// ghostFrame runs around a ghost; its anchor is its middle.
func ghostFrame(v render.Verdict, kind uint8, u int) *render.Sprite {
	return sheet.Sprite(look{part: ghostFramePart, a: kind, b: verdictKind(v), u: int16(u)}, func(look) *render.Sprite {
		wide := max(4, min(u/10, 8))
		w, h := framed(kind, u)
		w, h = w+2*wide-2, h+2*wide-2
		return render.Draw("frame "+v.String(), w+4, h+4, w/2+2, h/2+2, func(p *render.Pen) {
			p.Translated(-float64(w/2), -float64(h/2), func() { v.DrawFrame(p, float64(w), float64(h), float64(wide)) })
		})
	})
}

// tagSprite is what the level of a ghost stands on.
func tagSprite(v render.Verdict, size int) *render.Sprite {
	return sheet.Sprite(look{part: tagPart, b: verdictKind(v), u: int16(size)}, func(look) *render.Sprite {
		return render.Draw("tag "+v.String(), size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
			w := float64(size)
			p.Box(-w/2, -w/2, w, w, w*.2)
			p.Outline(v.Colour(), render.White, math.Max(1.5, w*.06))
		})
	})
}

// haloSprite sets a noble that is not placed yet off from those who stand.
func haloSprite(r int) *render.Sprite {
	return sheet.Sprite(look{part: haloPart, u: int16(r)}, func(look) *render.Sprite {
		half := r*15/10 + 2
		return render.Draw("halo", 2*half, 2*half, half, half, func(p *render.Pen) {
			p.Circle(0, 0, float64(r)*1.4)
			p.Fill(render.White)
		})
	})
}

// verdictKind is a verdict's number in a look.
func verdictKind(v render.Verdict) uint8 {
	if v {
		return 1
	}
	return 0
}
