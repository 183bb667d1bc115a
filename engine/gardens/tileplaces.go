package gardens

import "math/bits"

type tilePlace struct {
	at    Hole
	level uint8
	open  Hole
}

// tilePlaces lists the places where a tile can be placed with the pillars at hand, by hole and
// level. Sets of holes rule out most of the hundreds of pairs quickly.
func tilePlaces(p *Position, g *garden, dst []tilePlace) []tilePlace {
	fit := &g.fit
	var any uint64
	for level := uint8(1); level <= g.highest+1; level++ {
		any |= fit[level]
	}
	for ; any != 0; any &= any - 1 {
		at := Hole(bits.TrailingZeros64(any) + 1)
		for level := uint8(1); level <= g.highest+1; level++ {
			if fit[level]&bit(at) != 0 && !p.exactlyOver(g, at, level) {
				dst = tilePlacesAt(g, at, level, dst)
			}
		}
	}
	return dst
}

type sites [maxLevel + 2]uint64

// sites returns by level where a tile lies above all tiles and tops, on three supports at least
// (part B, rules 1, 2 and 6).
func (g *garden) sites() (fit sites) {
	l := &g.layers
	clear := l.tops[0]
	for level := uint8(1); level <= g.highest+1; level++ {
		support := l.levels[level-1] & (l.free | g.statueSpots)
		if level > 1 {
			support |= l.levels[level-2] & l.free
		}
		fit[level] = southWest & allFour(clear) & threeOfFour(support)
		clear |= l.tops[level]
	}
	return fit
}

// southWest is the set of holes that can be a tile's south-west hole.
const southWest = 0x007f_7f7f_7f7f_7f7f

// allFour returns the south-west holes of the tiles with all four positions in s.
func allFour(s uint64) uint64 { return s & (s >> 1) & (s >> size) & (s >> (size + 1)) }

// threeOfFour returns the south-west holes of the tiles with at least three positions in s.
func threeOfFour(s uint64) uint64 {
	sw, se, nw, ne := s, s>>1, s>>size, s>>(size+1)
	return sw&se&(nw|ne) | nw&ne&(sw|se)
}

// tilePlacesAt lists the ways to place a tile at a hole and level that fit has: on four supports or
// three.
func tilePlacesAt(g *garden, at Hole, level uint8, dst []tilePlace) []tilePlace {
	f := g.footing(at, level)
	open := f.pillars() // the corners of which one may stay open
	if count4[f.all()] == 3 {
		open = 1 << missing4[f.all()]
	} else if g.affords(f) {
		dst = append(dst, tilePlace{at, level, NoHole})
	}
	for corner := range uint8(4) {
		if open&(1<<corner) != 0 && g.affords(f.without(corner)) {
			dst = append(dst, tilePlace{at, level, at + corners[corner]})
		}
	}
	return dst
}
