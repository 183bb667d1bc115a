package towers

import (
	"slices"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// ghost is a piece that is not placed yet; the zero value is none. For a swap of two nobles it is
// the first, and other the second.
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
	if !slices.ContainsFunc(shownZones(v, r.Seat), g.isIn) {
		return ghost{}
	}
	r.Ghost, r.Beside = r.Beside, render.Ghost{}
	second := newGhost(v, r)
	if second.isShown() {
		g.beside = &second
	}
	return g
}

func (g ghost) isShown() bool { return g.At.Level > 0 }

// pieces returns the ghost, the second noble of a swap, and the ghost beside, if they are shown.
func (g ghost) pieces() []ghost {
	all := slices.DeleteFunc([]ghost{g, g.partner()}, func(g ghost) bool { return !g.isShown() })
	if g.beside != nil {
		all = append(all, g.beside.pieces()...)
	}
	return all
}

// middle returns the cell of the ghost, the middle one of a bridge.
func (g ghost) middle() game.Cell {
	cells := g.Cells()
	return cells[len(cells)/2]
}

func (g ghost) partner() ghost { return ghost{PlacementView: g.other, fits: g.fits} }

func (g ghost) isIn(z *game.ZoneView) bool { return g.isShown() && int(g.At.Zone) == z.Number }

// joinNobles returns a roof's nobles with the ghost noble, or it alone if it has another tower or
// no room.
func (g ghost) joinNobles(r *roof) []game.NobleView {
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

// coversRoof reports whether the ghost's level, or its noble, takes the place of what is in a cell.
func (g ghost) coversRoof(c game.Cell) bool {
	at := g.middle()
	return bool(g.fits) && at.Col == c.Col && at.Row == c.Row
}

func (b board) ghosts() []ghost {
	return slices.DeleteFunc(b.ghost.pieces(), func(g ghost) bool { return !g.isIn(b.zone) })
}

// drawGhosts draws the frames of ghosts, and towers and bridges through which pieces below shine.
// What does not fit is hatched, so that one sees what is in its way. Nobles are drawn with others.
func (b board) drawGhosts(l *render.List) {
	for _, g := range b.ghosts() {
		x, y := b.middle(g.middle())
		w, h := b.u, b.u
		if g.IsBridge() {
			w, h = bridgeSize(g.North, b.u)
		}
		l.Note("ghost at %s", g.At)
		switch {
		case !bool(g.fits):
			l.Put(g.fits.Hatching(w, h), x-w/2, y-h/2)
		case g.IsBridge():
			for i, c := range g.Cells() {
				x, y := b.middle(c)
				l.Put(sheet.Faded(bridgeSprite(ghostShade, g.North, i, b.u)), x, y)
			}
		case g.Facing != 0:
			l.Put(sheet.Faded(towerSprite(ghostShade, g.Facing, false, b.u)), x, y)
		}
		wide := max(6, min(b.u/8, 10))
		w, h = w+wide, h+wide
		l.Put(g.fits.Frame(w, h, wide), x-w/2, y-h/2)
	}
}

// drawVerdicts writes the levels of ghosts, in a corner if they do not fit, and the verdict's sign
// in the corner of the frame, where it hides nothing.
func (b board) drawVerdicts(l *render.List) {
	for _, g := range b.ghosts() {
		x, y := b.middle(g.middle())
		write := func(size int) {
			tag := plaqueSprite(strconv.Itoa(int(g.At.Level)), size, size, tagColour(g.fits), render.White)
			l.Put(tag, x-size/2, y-size/2)
		}
		switch {
		case !bool(g.fits):
			x, y = x+b.u/4, y+b.u/4
			l.Scenery(func() {
				if g.Noble.Size == 0 {
					write(px(b.u, .4))
				} else {
					l.Put(tokenSprite(g.Noble, px(b.u, .18)), x, y)
				}
			})
		case g.Noble.Size == 0:
			write(max(min(b.u-2, letter+9), px(b.u, .6)))
		}
		l.Put(g.fits.Sign(letter+5), b.x+leftFrame/2, b.y+b.h-footFrame/2)
	}
}

// ghostShade is the level whose shade all ghosts have; lighter ones are too pale.
const ghostShade = 2

func tagColour(v render.Verdict) render.Colour { return v.Colour() - 1 }
