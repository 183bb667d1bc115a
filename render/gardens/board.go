package gardens

import (
	"slices"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

const holes = 8

// board draws a garden from above.
type board struct {
	garden *game.GardenView
	// x, y is the north-west corner of the holes; u is a hole's width.
	x, y, u int
	changes changes
	ghosts  []ghost
	planned []planned
	// lit are the holes where a tile to dig could lie.
	lit [holes * holes]bool
}

// leastSpots is the width of the smallest holes with room for icons.
const leastSpots = 40

const (
	frameWide   = 42
	frameNarrow = 9
)

func (b board) middle(h game.Hole) (x, y int) {
	return b.x + h.Col()*b.u + b.u/2, b.y + (holes-1-h.Row())*b.u + b.u/2
}

// draw draws the board from the ground up. Only ghosts, planned pieces and verdicts cover signs.
func (b board) draw(l *render.List) {
	b.drawGround(l)
	lay := newLayout(b.garden, b.u, b.covered)
	b.drawPieces(l, lay)
	for _, g := range b.ghosts {
		b.drawGhost(l, g)
	}
	for _, d := range b.planned {
		b.drawPlanned(l, d)
	}
	for i := range b.garden.Tiles {
		b.drawBadge(l, lay, i)
	}
	for _, g := range b.ghosts { // above all stones and frames, since two may overlap
		if g.fits {
			x, y := b.tileMiddle(g.At)
			drawBadge(l, g.Tile, g.Level, x, y, px(b.u, wideBadgeShare))
		}
	}
	for _, g := range b.ghosts {
		b.putVerdict(l, lay, g.fits, b.ghostArea(g))
	}
	for _, d := range b.planned {
		b.putVerdict(l, lay, d.fits, b.plannedArea(d))
	}
	b.drawNames(l)
}

func (b board) drawPieces(l *render.List, lay *layout) {
	for level := 1; level <= highest(b.garden); level++ {
		for i := range b.garden.Tiles {
			if b.garden.Tiles[i].Level == level {
				b.drawTile(l, lay, i)
			}
		}
		b.drawBuilt(l, lay, level)
	}
	b.drawUnderBridges(l, lay)
}

func highest(g *game.GardenView) (level int) {
	for _, t := range g.Tiles {
		level = max(level, t.Level)
	}
	return level
}

func (b board) drawGround(l *render.List) {
	l.Note("board of seat %d", b.garden.Seat)
	l.Put(boardSprite(b.u), b.x, b.y)
	for i := range b.lit {
		b.drawLight(l, game.Hole(i+1), 0)
	}
}

func (b board) drawNames(l *render.List) {
	const letter = render.MinReadable
	style := render.Bold(letter, onWood)
	for i := range holes {
		middle := i*b.u + b.u/2
		l.Text(style, b.x+middle, b.y+holes*b.u+frameWide*3/4, render.Centre, string(rune('a'+i)))
		l.Text(style, b.x-frameWide/2, b.y+holes*b.u-middle+letter/2, render.Centre, strconv.Itoa(i+1))
	}
	for i := range holes * holes {
		h := game.Hole(i + 1)
		x, y := b.middle(h)
		l.Part("hole", h, x-b.u/2, y-b.u/2, b.u, b.u)
	}
}

func boardSprite(u int) *render.Sprite {
	size := holes * u
	all := size + frameWide + frameNarrow
	return sheet.Draw("board", key{}, all, all, frameWide, frameNarrow, func(p *render.Pen) {
		w := float64(all)
		p.Box(-frameWide, -frameNarrow, w, w, 14)
		p.Fill(wood.At(2))
		p.Box(-frameWide+2, -frameNarrow+2, w-4, w-5, 12)
		p.Fill(frame)
		// The grain of the wood.
		for i, from := range []float64{.1, .5, .3, .7} {
			at := float64(size) + 7 + 9*float64(i)
			p.Box(from*float64(size)-frameWide, at, float64(size)*.3, 2, 0)
			p.Box(-frameWide+5+9*float64(i), from*float64(size), 2, float64(size)*.25, 0)
		}
		p.Fill(wood.At(3))
		s := float64(size)
		p.Box(-3, -3, s+6, s+6, 3)
		p.Fill(wood.At(1))
		p.Box(0, 0, s, s, 0)
		p.Fill(ground)
		p.Box(0, 0, s, 5, 0)
		p.Box(0, 0, 5, s, 0)
		p.Fill(render.Sand.At(10))
		for row := range holes {
			for col := range holes {
				x, y := (float64(col)+.5)*float64(u), (float64(row)+.5)*float64(u)
				p.Circle(x, y, float64(u)*.1)
			}
		}
		p.Fill(render.Sand.At(8))
	})
}

// tileMiddle returns the corner where the four holes of a tile meet.
func (b board) tileMiddle(at game.Hole) (x, y int) {
	x, y = b.middle(at)
	return x + b.u/2, y - b.u/2
}

func (b board) signMiddle(lay *layout, h game.Hole) (x, y int) {
	x, y = b.middle(h)
	return x + lay.shift[h-1].x, y + lay.shift[h-1].y
}

func (b board) drawTile(l *render.List, lay *layout, i int) {
	t := &b.garden.Tiles[i]
	l.Note("tile %s at %s r%d L%d", t.Tile, t.At, t.Rot, t.Level)
	x, y := b.tileMiddle(t.At)
	l.Put(tileSprite(t.Tile.Material(), t.Level, b.u), x, y)
	if b.changes.tiles[i] {
		l.Put(freshSprite(b.u), x, y)
	}
	for _, h := range t.Holes() {
		b.drawLight(l, h, t.Level)
	}
	spots := t.Tile.Spots(t.Rot)
	for i, h := range t.Holes() {
		if b.u < leastSpots || b.garden.Heights[h-1] != t.Level || h == t.Open || lay.spanned[h-1] {
			continue
		}
		if (lay.strip[h-1] != offset{}) || b.statueOn(h) {
			continue
		}
		hx, hy := b.signMiddle(lay, h)
		putSpot(l, spots[i], b.u, hx, hy)
	}
}

func (b board) statueOn(h game.Hole) bool {
	return slices.ContainsFunc(b.garden.Decor, func(d game.Decoration) bool {
		return d.A == h && d.Kind == game.Statue && !d.Hidden && !d.Supporting
	})
}

// drawBuilt draws the pieces whose top is at a level. The tiles above then cover them.
func (b board) drawBuilt(l *render.List, lay *layout, level int) {
	for _, t := range b.garden.Tiles {
		if t.Level == level && b.belvedereSeen(t) && !lay.spanned[t.Open-1] {
			l.Note("belvedere at %s L%d", t.Open, level)
			x, y := b.signMiddle(lay, t.Open)
			l.Put(belvedereSprite(px(b.u, 2*spotShare)), x, y)
		}
	}
	for i, d := range b.garden.Decor {
		if topOf(d) != level || d.Hidden || d.Supporting || d.Kind == game.Statue && lay.spanned[d.A-1] {
			continue
		}
		l.Note("%s at %s-%s L%d", d.Kind, d.A, d.B, d.Level)
		from, to := ends(d)
		x, y := b.middle(from)
		if d.Kind == game.Statue {
			x, y = b.signMiddle(lay, from)
		}
		if b.changes.decor[i] {
			l.Put(haloSprite(d.Kind, direction(from, to), b.u), x, y)
		}
		l.Put(decorSprite(d.Kind, direction(from, to), b.u), x, y)
	}
}

// drawUnderBridges draws statues and belvederes under bridges, beside each bridge.
func (b board) drawUnderBridges(l *render.List, lay *layout) {
	least := render.MinReadable * render.Flag(b.u >= leastSpots)
	for i := range lay.spanned {
		h := game.Hole(i + 1)
		if !lay.spanned[i] || b.covered(h) {
			continue
		}
		x, y := b.signMiddle(lay, h)
		if b.statueOn(h) {
			l.Note("statue at %s under a bridge", h)
			l.Put(decorSprite(game.Statue, 0, max(px(b.u, .75), least*3/2)), x, y)
		}
		for _, t := range b.garden.Tiles {
			if t.Open == h && b.belvedereSeen(t) {
				l.Note("belvedere at %s under a bridge", h)
				l.Put(belvedereSprite(max(px(b.u, .42), least-2)), x, y)
			}
		}
	}
}

func (b board) belvedereSeen(t game.PlacedTile) bool {
	return t.Open != game.NoHole && !t.BelvedereHidden(&b.garden.Heights)
}

// topOf returns the highest level that a decoration reaches (G-6).
func topOf(d game.Decoration) int { return d.Level + render.Flag(d.Kind == game.Stairs) }

// ends returns the holes of a decoration, the lower end of stairs first.
func ends(d game.Decoration) (from, to game.Hole) {
	if d.LowAtB {
		return d.B, d.A
	}
	return d.A, d.B
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

// drawBadge draws a tile's flower with its level where the tile can be seen.
func (b board) drawBadge(l *render.List, lay *layout, i int) {
	at := lay.badges[i]
	if at.r == 0 {
		return
	}
	t := &b.garden.Tiles[i]
	x, y := b.tileMiddle(t.At)
	drawBadge(l, t.Tile, t.Level, x+at.x, y+at.y, at.r)
}

// changes says which tiles and decorations of a garden a picture marks as new.
type changes struct {
	tiles, decor []bool
}

// newChanges returns the pieces that are new since r.Before. Without it, pictures other than the
// table mark this turn's tiles, because decorations need one of them.
func newChanges(g *game.GardenView, r render.Request) changes {
	c := changes{make([]bool, len(g.Tiles)), make([]bool, len(g.Decor))}
	before, _ := r.Before.(*game.View)
	if before == nil {
		for i := range g.Tiles {
			c.tiles[i] = g.Tiles[i].Fresh && r.View != "table"
		}
		return c
	}
	old := &before.Gardens[g.Seat-1]
	for i, t := range g.Tiles {
		c.tiles[i] = !slices.ContainsFunc(old.Tiles, func(o game.PlacedTile) bool {
			return o.Tile == t.Tile && o.At == t.At && o.Level == t.Level && o.Rot == t.Rot
		})
	}
	for i, d := range g.Decor {
		c.decor[i] = !slices.ContainsFunc(old.Decor, func(o game.Decoration) bool {
			return o.Kind == d.Kind && o.A == d.A && o.B == d.B && o.Level == d.Level
		})
	}
	return c
}
