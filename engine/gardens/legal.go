package gardens

import (
	"math/bits"
	"slices"

	"amytis/engine"
)

// Legal appends the seat's legal moves: removals and digs by cell; placements by tile, hole, level,
// open corner and rotation, then decorations and the ways to end the turn.
func (Rules) Legal(p *Position, seat engine.Seat, dst []engine.Move) []engine.Move {
	if p.stage == Over || seat == engine.Chance || int(seat) > int(p.seats) || p.resigned.Has(seat) {
		return dst
	}
	g := p.garden(seat)
	switch {
	case g.building:
		dst = legalPlacements(p, g, seat, dst)
		dst = legalDecor(p, g, seat, dst)
		dst = append(dst, engine.Move{Seat: seat, Verb: verbEnd})
		if g.dug != 0 {
			dst = append(dst, engine.Move{Seat: seat, Verb: verbEnd, Args: [engine.ArgSlots]uint32{uint32(g.dug)}})
		}
	case p.stage == Removing && p.next == seat:
		dst = legalCells(p, verbRemove, 3, seat, dst)
	case p.mayDig(seat):
		dst = legalCells(p, verbDig, 1, seat, dst)
	}
	return dst
}

// legalCells lists verb for the cells with at least the given number of tiles.
func legalCells(p *Position, verb engine.Verb, tiles uint8, seat engine.Seat, dst []engine.Move) []engine.Move {
	for c, height := range p.height {
		if height >= tiles {
			dst = append(dst, engine.Move{Seat: seat, Verb: verb, Args: [engine.ArgSlots]uint32{uint32(c + 1)}})
		}
	}
	return dst
}

func legalPlacements(p *Position, g *garden, seat engine.Seat, dst []engine.Move) []engine.Move {
	if g.dug == 0 && g.notch == 0 {
		return dst
	}
	var room [numHoles * 10]tilePlace
	places := tilePlaces(p, g, room[:0])
	for _, tile := range [...]Tile{g.dug, g.notch} {
		if tile == 0 {
			continue
		}
		n := len(dst)
		dst = slices.Grow(dst, rotations*len(places))[:n+rotations*len(places)]
		for i, s := range places {
			putRotations(dst[n+rotations*i:][:rotations], seat, tile, s)
		}
	}
	return dst
}

// putRotations writes the placements of a tile at one place, one for each rotation, in place:
// copying a move that was just written stalls the processor.
func putRotations(dst []engine.Move, seat engine.Seat, tile Tile, s tilePlace) {
	for i := range dst {
		m := &dst[i]
		*m = engine.Move{}
		m.Seat, m.Verb = seat, verbPlace
		m.Args[0], m.Args[1], m.Args[2] = uint32(tile), uint32(s.at), uint32(i)+1
		m.Args[3], m.Args[4] = uint32(s.level), uint32(s.open)
	}
}

func legalDecor(p *Position, g *garden, seat engine.Seat, dst []engine.Move) []engine.Move {
	for i := g.numTiles - g.fresh; i < g.numTiles; i++ {
		for _, d := range corners {
			h := g.tiles[i].at + d
			if g.topTile[h-1] == i+1 && g.free(h) {
				dst = legalDecorAt(p, g, h, seat, dst)
			}
		}
	}
	return dst
}

// legalDecorAt lists the decorations with an end at h, on a new tile, of two new ends the first.
func legalDecorAt(p *Position, g *garden, h Hole, seat engine.Seat, dst []engine.Move) []engine.Move {
	// Without a change, only decorations of the spot's icon are possible.
	change := p.changesIcons() && !g.asUsed
	icon := g.icon(h)
	if icon == Blank && !change {
		return dst
	}
	if icon == Statue || change {
		dst = withChange(p, g, decorMove{kind: Statue, a: h}, seat, dst)
	}
	if icon == Statue && !change {
		return dst
	}
	col, row := h.Col(), h.Row()
	for _, way := range [...][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		for distance := 1; distance <= 2; distance++ {
			x, y := col+way[0]*distance, row+way[1]*distance
			if x < 0 || y < 0 || x >= size || y >= size {
				break
			}
			other := At(x, y)
			if other < h && g.isFresh(other) {
				continue
			}
			a, b := min(h, other), max(h, other)
			for _, kind := range atDistance[distance] {
				if change || icon == kind && g.icon(other) == kind {
					dst = withChange(p, g, decorMove{kind: kind, a: a, b: b}, seat, dst)
				}
			}
		}
	}
	return dst
}

// atDistance lists the decorations with two ends by how far they are apart.
var atDistance = [...][]Icon{1: {Fountain, Stairs}, 2: {Bridge}}

// changesIcons reports whether the round's effect can change an icon (G-9).
func (p *Position) changesIcons() bool {
	effect := p.effect()
	return effect == Wild || effect == BlankSpot
}

// withChange lists d as it is, or with one icon changed by the round's effect (G-9).
func withChange(p *Position, g *garden, d decorMove, seat engine.Seat, dst []engine.Move) []engine.Move {
	why := decorFault(p, g, d)
	if why == (fault{}) {
		return append(dst, d.move(seat))
	}
	if !p.changesIcons() || why.code != refusedNoIcon {
		return dst
	}
	for _, as := range [...]Hole{d.a, d.b} {
		d.as = as
		if as != NoHole && decorFault(p, g, d) == (fault{}) {
			dst = append(dst, d.move(seat))
		}
	}
	return dst
}

type tilePlace struct {
	at    Hole
	level uint8
	open  Hole
}

// tilePlaces lists the places for a tile with the pillars at hand, by hole and level. Sets of holes
// rule out most of the hundreds of pairs quickly.
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

// sites returns by level where a tile lies above all else, on three supports (B, rules 1, 2 and 6).
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

// tilePlacesAt lists the ways to place a tile at a hole and level that fit has.
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
