package gardens

import (
	"math"

	game "amytis/engine/gardens"
)

// These are shares of a hole's width. A hole has room for a spot beside a badge.
const (
	// spotShare is half a spot's width.
	spotShare = .275
	// badgeShare is a badge's radius, wideBadgeShare that in the middle of a tile.
	badgeShare     = .275
	wideBadgeShare = .375
)

// layout says where a garden's visible signs are drawn, so that none covers another.
type layout struct {
	// shift moves the sign of a hole away from the hole's middle.
	shift  [holes * holes]offset
	badges []badgePlace
	// spanned says which holes lie under a bridge.
	spanned [holes * holes]bool
	// strip is the direction from a hole to the other end of its fountain, bridge or stairs.
	strip [holes * holes]offset
}

// offset is a distance in pixels, or a direction.
type offset struct{ x, y int }

// badgePlace is a badge's place relative to its tile's middle. r is its radius, 0 if it is covered.
type badgePlace struct {
	offset
	r int
}

// corner holds the direction of each spot from a tile's middle, in the order of PlacedTile.Holes.
var corner = [4]offset{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}

// newLayout arranges the signs in holes u pixels wide. covered reports holes under a ghost.
func newLayout(g *game.GardenView, u int, covered func(h game.Hole) bool) *layout {
	lay := &layout{badges: make([]badgePlace, len(g.Tiles))}
	for _, d := range g.Decor {
		if d.B == game.NoHole || d.Hidden {
			continue
		}
		way := [4]offset{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}[direction(d.A, d.B)]
		if g.Heights[d.A-1] <= topOf(d) {
			lay.strip[d.A-1] = way
		}
		if g.Heights[d.B-1] <= topOf(d) {
			lay.strip[d.B-1] = offset{-way.x, -way.y}
		}
		if d.Kind == game.Bridge {
			middle := (d.A + d.B) / 2
			lay.spanned[middle-1] = true
			lay.shift[middle-1] = offset{px(u, .3) * way.y, px(u, .3) * way.x}
		}
	}
	for i, t := range g.Tiles {
		lay.badges[i] = lay.placeBadge(g, t, u, func(corner int) bool {
			h := t.Holes()[corner]
			return g.Heights[h-1] == t.Level && !covered(h)
		})
	}
	return lay
}

// placeBadge finds the best place for the badge of a tile, and moves the spots beside it.
func (lay *layout) placeBadge(g *game.GardenView, t game.PlacedTile, u int, visible func(corner int) bool) badgePlace {
	n := 0
	for i, c := range corner {
		way := lay.strip[t.Holes()[i]-1]
		if visible(i) && way.x != -c.x && way.y != -c.y { // no plate of a decoration is beside the middle
			n++
		}
	}
	if n == 4 {
		return badgePlace{r: px(u, wideBadgeShare)}
	}
	best, at := math.MaxInt, badgePlace{}
	try := func(x, y, cost int) {
		if cost < best {
			best, at = cost, badgePlace{offset{x, y}, px(u, badgeShare)}
		}
	}
	near, far := px(u, .29), px(u, .71)
	for i, c := range corner {
		if !visible(i) {
			continue
		}
		j := (i + 1) % 4
		if visible(j) {
			// Between two holes, near the middle of the tile.
			d := offset{(c.x + corner[j].x) / 2 * near, (c.y + corner[j].y) / 2 * near}
			try(d.x, d.y, lay.cost(g, t, i)/4+lay.cost(g, t, j)/4)
		}
		cost := 10 + lay.cost(g, t, i)
		way := lay.strip[t.Holes()[i]-1]
		for _, in := range corner {
			d := offset{c.x * near, c.y * near}
			if in.x == c.x {
				d.x = c.x * far
			}
			if in.y == c.y {
				d.y = c.y * far
			}
			outwards := 3 * (d.x*c.x + d.y*c.y) / max(u, 1)
			try(d.x, d.y, cost+outwards+6*(in.x*way.x+in.y*way.y))
		}
	}
	lay.makeRoom(t, at, u)
	return at
}

// cost says how bad a badge beside a corner is; most beside fountains, bridges and stairs.
func (lay *layout) cost(g *game.GardenView, t game.PlacedTile, corner int) int {
	h := t.Holes()[corner]
	switch {
	case lay.strip[h-1] != offset{}, lay.spanned[h-1]:
		return 40
	case h == t.Open, t.Tile.Spots(t.Rot)[corner] != game.Blank:
		return 20
	}
	return 0
}

// makeRoom moves the signs of a tile away from its badge, within their holes.
func (lay *layout) makeRoom(t game.PlacedTile, badge badgePlace, u int) {
	if badge.r == 0 {
		return
	}
	most := float64(u)/2 - float64(u)*spotShare - 1
	for i, h := range t.Holes() {
		if lay.spanned[h-1] {
			continue
		}
		dx, dy := float64(corner[i].x*u/2-badge.x), float64(corner[i].y*u/2-badge.y)
		length := math.Hypot(dx, dy)
		// The corners of a spot are rounded, so its reach depends on the direction.
		slant := math.Min(math.Abs(dx), math.Abs(dy)) / math.Max(math.Abs(dx), math.Abs(dy))
		need := float64(badge.r) + float64(u)*spotShare*(1+.2*slant) + 1
		if length >= need || length == 0 {
			continue
		}
		push := func(d float64) int {
			return int(math.Round(math.Max(-most, math.Min(most, d/length*(need-length)))))
		}
		lay.shift[h-1] = offset{push(dx), push(dy)}
	}
}
