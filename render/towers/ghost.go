package towers

import (
	"math"
	"slices"

	game "amytis/engine/towers"
	"amytis/render"
)

// ghost is a piece that is not placed yet, drawn over everything else. The zero value is no ghost.
// For a swap of two nobles it is the first one, and other is the second.
type ghost struct {
	game.PlacementView
	other game.PlacementView
	fits  render.Verdict
	// beside is a second ghost, nil for none.
	beside *ghost
}

// newGhost returns the ghost of a request, none if the picture does not show ghosts or its zone.
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
	r.Ghost, r.Beside = r.Beside, render.Ghost{}
	if second := newGhost(v, r); second.shown() {
		g.beside = &second
	}
	return g
}

func (g ghost) shown() bool { return g.At.Level > 0 }

// all returns the cells of the ghost, of the second noble of a swap, and of the ghost beside it.
func (g ghost) all() []game.Cell {
	var cells []game.Cell
	for _, g := range g.each() {
		cells = append(cells, g.Cells()...)
	}
	return cells
}

// each returns the ghost, the second noble of a swap, and the ghost beside, if they are shown.
func (g ghost) each() []ghost {
	all := slices.DeleteFunc([]ghost{g, g.partner()}, func(g ghost) bool { return !g.shown() })
	if g.beside != nil {
		all = append(all, g.beside.each()...)
	}
	return all
}

func (g ghost) partner() ghost { return ghost{PlacementView: g.other, fits: g.fits} }

func (g ghost) in(z *game.ZoneView) bool { return g.shown() && int(g.At.Zone) == z.Number }

// joining returns the nobles of a roof with the ghost noble among them, and its index. It returns
// the ghost alone if its tower is not the roof, or if there is no room.
func (g ghost) joining(r *roof) (nobles []game.NobleView, at int) {
	var count [game.Large + 1]int
	count[g.Noble.Size]++
	for _, n := range r.nobles {
		count[n.Size]++
	}
	if r.kind != towerKind || r.level != int(g.At.Level) || count[game.Small] > 3 || count[game.Large] > 1 {
		return []game.NobleView{g.Noble}, 0
	}
	return standing(r.nobles, &g.Noble)
}

// tagged reports whether the ghost's level is written in a cell.
func (g ghost) tagged(c game.Cell) bool {
	cells := g.Cells()
	at := cells[len(cells)/2]
	return at.Col == c.Col && at.Row == c.Row
}

func (b board) ghosts() []ghost {
	return slices.DeleteFunc(b.ghost.each(), func(g ghost) bool { return !g.in(b.zone) })
}

// drawGhosts draws the pieces that are not placed yet, and their frames. The pieces below shine
// through towers and bridges. Nobles are drawn with the others in their cells.
func (b board) drawGhosts(l *render.List) {
	for _, g := range b.ghosts() {
		cells := g.Cells()
		x, y := b.middle(cells[len(cells)/2])
		w, h := b.u, b.u
		switch {
		case g.IsBridge():
			w, h = bridgeSize(g.North, b.u)
			l.Note("ghost bridge %s", g.Bridge())
			for i, c := range cells {
				x, y := b.middle(c)
				l.Put(ghostBridge(g.North, i, b.u), x, y)
			}
		case g.Facing != 0:
			l.Note("ghost tower %s %s", g.At, g.Facing)
			l.Put(ghostTower(g.Facing, b.u), x, y)
		}
		wide := max(6, min(b.u/8, 10))
		w, h = w+wide, h+wide
		l.Put(g.fits.Frame(w, h, wide), x-w/2, y-h/2)
	}
}

// drawVerdicts writes the levels of ghosts and draws the signs of their verdicts.
func (b board) drawVerdicts(l *render.List) {
	for _, g := range b.ghosts() {
		cells := g.Cells()
		x, y := b.middle(cells[len(cells)/2])
		size := max(letter+9, px(b.u, .6))
		if g.Noble.Size == 0 {
			drawTag(l, g, x, y, size)
		} else if int(g.At.Level) != b.roofs[g.At.Col][g.At.Row].level {
			drawTag(l, g, x-b.u/2+size/2, y-b.u/2+size/2, size)
		}
		b.drawSign(l, g)
	}
}

// drawTag writes the level of a ghost centred at x, y, set off from the numbers below.
func drawTag(l *render.List, g ghost, x, y, size int) {
	l.Put(tagSprite(g.fits, size), x, y)
	style := render.Bold(max(letter, size*56/100), render.White)
	level := int(g.At.Level)
	drawNumber(l, style, x-numberWidth(style, level)/2, y+style.Height/2, level)
}

// drawSign draws the sign of the verdict at a corner of the ghost where it hides no number.
func (b board) drawSign(l *render.List, g ghost) {
	cells := g.Cells()
	first, last := cells[0], cells[len(cells)-1]
	size := max(letter+1, px(b.u, .46))
	x, y := b.corner(last)
	x, y = x+b.u-size/2-2, y+b.u/2
	for _, at := range [][2]int{{int(last.Col) + 1, int(last.Row) + 1}, {int(last.Col) + 1, int(first.Row)},
		{int(first.Col), int(first.Row)}, {int(first.Col), int(last.Row) + 1}} {
		if b.free(g, at[0], at[1]) {
			x, y = b.left+(at[0]-b.col)*b.u, b.top+(b.row+b.rows-at[1])*b.u
			break
		}
	}
	l.Put(g.fits.Sign(size), x, y)
}

// free reports whether there is room for a sign at the south-western corner of a cell: it is on the
// board, and no number is near. Numbers are in the upper left corners of cells with nobles, and
// nobles below an arch may be in the lower left corners.
func (b board) free(g ghost, col, row int) bool {
	if col <= b.col || col >= b.col+b.cols || row <= b.row || row >= b.row+b.rows {
		return false
	}
	above, below := &b.roofs[col][row], &b.roofs[col][row-1]
	own := g.Noble.Size != 0 && int(g.At.Col) == col && int(g.At.Row) == row-1
	return len(above.below) == 0 && len(below.below) == 0 && len(below.nobles) == 0 && !own
}

// ghostShade is the level whose shade all ghosts have. Lighter ones are too pale.
const ghostShade = 2

func ghostTower(f game.Facing, u int) *render.Sprite {
	return sheet.Faded(towerSprite(ghostShade, f, false, u))
}

// ghostBridge returns a cell of a half transparent bridge.
func ghostBridge(north bool, cell, u int) *render.Sprite {
	return sheet.Faded(bridgeSprite(ghostShade, north, cell, u))
}

// tagColour returns the ground of a ghost's level, a little darker than the frame.
func tagColour(v render.Verdict) render.Colour { return v.Colour() - 1 }

// tagSprite returns the background of a ghost's level.
func tagSprite(v render.Verdict, size int) *render.Sprite {
	return sheet.Draw("tag "+v.String(), key{}, size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
		w := float64(size)
		p.Box(-w/2, -w/2, w, w, w*.2)
		p.Outline(tagColour(v), render.White, math.Max(2, w*.07))
	})
}

// haloSprite returns the disc that sets a ghost noble off from placed nobles.
func haloSprite(r int) *render.Sprite {
	half := r*15/10 + 2
	return sheet.Draw("halo", key{r}, 2*half, 2*half, half, half, func(p *render.Pen) {
		p.Circle(0, 0, float64(r)*1.4)
		p.Fill(render.White)
	})
}
