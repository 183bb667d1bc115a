package towers

import (
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

// joining returns the nobles of a roof with the ghost noble among them. It returns the ghost alone
// if its tower is not the roof, or if there is no room.
func (g ghost) joining(r *roof) []game.NobleView {
	var count [game.Large + 1]int
	nobles := append(slices.Clip(r.nobles), g.Noble)
	for _, n := range nobles {
		count[n.Size]++
	}
	if r.kind != towerKind || r.level != int(g.At.Level) || count[game.Small] > 3 || count[game.Large] > 1 {
		return []game.NobleView{g.Noble}
	}
	return nobles
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

// drawVerdicts writes the levels of ghosts. The sign of their verdict is in the corner of the
// frame, where it hides nothing.
func (b board) drawVerdicts(l *render.List) {
	for _, g := range b.ghosts() {
		if g.Noble.Size == 0 {
			cells := g.Cells()
			x, y := b.middle(cells[len(cells)/2])
			size := max(min(b.u-2, letter+9), px(b.u, .6))
			tag := plaqueSprite(strconv.Itoa(int(g.At.Level)), size, size, tagColour(g.fits), render.White)
			l.Put(tag, x-size/2, y-size/2)
		}
		l.Put(g.fits.Sign(letter+5), b.x+leftFrame/2, b.y+b.h-footFrame/2)
	}
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
