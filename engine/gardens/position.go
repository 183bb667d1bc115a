package gardens

import "amytis/engine"

// Position is a complete position, copied by assignment and compared with ==; zero is none.
type Position struct {
	quarry             [quarryCells][3]Tile // by cell, from the bottom
	height             [quarryCells]uint8   // tiles left in the cell
	effects            [maxRounds - 1]Effect
	rounds             uint8 // round tiles in use: one less than rounds to play
	round              uint8 // from 1; 0 while clay tiles are removed
	seats              uint8
	stage              Stage
	next               engine.Seat // whose removal or dig is awaited, 0 if all have dug
	removed            uint8       // the number of clay tiles removed or forgone in set-up 5
	adjacent, together bool
	resigned, winners  engine.SeatSet
	gardens            [maxSeats]garden
}

type garden struct {
	flower             Flower
	building           bool
	asUsed             bool // this turn's wild or blank has been used
	singles, doubles   uint8
	notch, dug         Tile
	highest            uint8 // level of the highest tile
	numTiles, numDecor uint8
	fresh              uint8 // number of tiles placed this turn: the last of tiles
	statues            uint8 // statues that stand (G-7)
	rowStatues         [size]uint8
	colStatues         [size]uint8
	tiles              [maxPlaced]placement
	decor              [maxDecor]decor
	// These are by hole, from a1. h is the level of the highest tile, topTile its index in tiles
	// plus 1, and top the highest top on or over the visible spot (G-6), 0 where that is free.
	h       [numHoles]uint8
	topTile [numHoles]uint8
	top     [numHoles]uint8
	// statueSpots has a bit for every visible statue with nothing over it, supporting one for every
	// statue that supports a tile (G-7), by index in decor.
	statueSpots, supporting uint64
	at                      uint64 // has a bit for every hole that is a tile's south-west hole
	// layers, fit (the sites for tiles) and rating follow from the rest, for speed.
	layers layers
	fit    sites
	rating rating
}

// decor is a decoration in a garden. level is the level of end a, levelB of end b.
type decor struct {
	kind          Icon
	a, b          Hole
	level, levelB uint8
}

func (p *Position) garden(seat engine.Seat) *garden { return &p.gardens[seat-1] }

func bit(h Hole) uint64 { return 1 << (h - 1) }

// effect returns the effect of the current round. Round 1 has none.
func (p *Position) effect() Effect {
	if p.round < 2 {
		return NoEffect
	}
	return p.effects[p.round-2]
}

// free reports whether nothing stands on or over the visible spot at h.
func (g *garden) free(h Hole) bool { return g.top[h-1] == 0 }

// isFresh reports whether the visible tile at h was placed this turn.
func (g *garden) isFresh(h Hole) bool { return g.topTile[h-1] > g.numTiles-g.fresh }

// icon returns the icon of the visible spot at h, Blank for a spot without icon and for the board.
func (g *garden) icon(h Hole) Icon {
	if g.topTile[h-1] == 0 {
		return Blank
	}
	t := &g.tiles[g.topTile[h-1]-1]
	return spots[t.tile][t.rot][cornerOf(t.at, h)]
}

// cornerOf returns the index in corners of the corner at h of a tile with south-west hole at.
func cornerOf(at, h Hole) int {
	switch h - at {
	case size:
		return 0
	case size + 1:
		return 1
	case 1:
		return 2
	}
	return 3
}

// covered reports whether a tile above level covers the position.
func (g *garden) covered(h Hole, level uint8) bool { return g.h[h-1] > level }

// layers are sets of holes by what is there.
type layers struct {
	free  uint64             // nothing stands on or over the visible spot: top is 0
	fresh uint64             // a tile of this turn is the highest
	icons [Stairs + 1]uint64 // by the icon of the visible spot; nothing for the board
	// levels are the holes by h, tops by h or top, the higher of both.
	levels, tops [maxLevel + 2]uint64
}

func emptyLayers() (l layers) {
	l.free = ^uint64(0)
	l.levels[0] = l.free
	l.tops[0] = l.free
	return l
}

// cover notes that a tile with an icon, placed on a level, covers h now.
func (g *garden) cover(h Hole, icon Icon, level uint8) {
	l := &g.layers
	spot := bit(h)
	l.levels[g.h[h-1]] &^= spot
	l.levels[level] |= spot
	l.tops[max(g.h[h-1], g.top[h-1])] &^= spot
	l.tops[level] |= spot
	l.free |= spot
	l.fresh |= spot
	for i := range l.icons {
		l.icons[i] &^= spot
	}
	l.icons[icon] |= spot
	g.h[h-1] = level
	g.top[h-1] = 0
}

// occupy notes that something with the given top stands on or over the spot at h (G-6).
func (g *garden) occupy(h Hole, top uint8) {
	l := &g.layers
	spot := bit(h)
	l.tops[max(g.h[h-1], g.top[h-1])] &^= spot
	g.top[h-1] = max(g.top[h-1], top)
	l.tops[max(g.h[h-1], g.top[h-1])] |= spot
	l.free &^= spot
	g.statueSpots &^= spot
}
