package gardens

import (
	"slices"

	"amytis/engine"
)

// Legal appends every legal move of the seat: removals or digs by cell; or
// placements by tile, place, level, open corner and rotation, then decorations,
// then the ways to end the turn.
func (Rules) Legal(p *Position, seat engine.Seat, dst []engine.Move) []engine.Move {
	if p.stage == Over || seat == engine.Chance || int(seat) > int(p.seats) || p.garden(seat).resigned {
		return dst
	}
	g := p.garden(seat)
	switch {
	case g.building:
		dst = p.legalPlacements(g, seat, dst)
		dst = p.legalDecor(g, seat, dst)
		dst = append(dst, engine.Move{Seat: seat, Verb: verbEnd})
		if g.dug != 0 {
			dst = append(dst, engine.Move{Seat: seat, Verb: verbEnd, Args: [engine.ArgSlots]uint32{uint32(g.dug)}})
		}
	case p.stage == Removing && p.next == seat:
		dst = p.legalCells(verbRemove, 3, seat, dst)
	case p.mayDig(seat):
		dst = p.legalCells(verbDig, 1, seat, dst)
	}
	return dst
}

// legalCells lists the cells with at least that many tiles.
func (p *Position) legalCells(verb engine.Verb, tiles uint8, seat engine.Seat, dst []engine.Move) []engine.Move {
	for c, height := range p.height {
		if height >= tiles {
			dst = append(dst, engine.Move{Seat: seat, Verb: verb, Args: [engine.ArgSlots]uint32{uint32(c + 1)}})
		}
	}
	return dst
}

// legalPlacements lists each tile at hand at each place in each rotation.
func (p *Position) legalPlacements(g *garden, seat engine.Seat, dst []engine.Move) []engine.Move {
	if g.dug == 0 && g.notch == 0 {
		return dst
	}
	var room [numHoles * 10]seating
	places := p.seatings(g, room[:0])
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

// putRotations writes the placements of a tile at one place. They are written
// where they lie: a copy of what was just written makes the processor wait.
func putRotations(dst []engine.Move, seat engine.Seat, tile Tile, s seating) {
	for i := range dst {
		m := &dst[i]
		*m = engine.Move{}
		m.Seat, m.Verb = seat, verbPlace
		m.Args[0], m.Args[1], m.Args[2] = uint32(tile), uint32(s.at), uint32(i)+1
		m.Args[3], m.Args[4] = uint32(s.level), uint32(s.open)
	}
}

// legalDecor lists the decorations that touch a tile placed this turn.
func (p *Position) legalDecor(g *garden, seat engine.Seat, dst []engine.Move) []engine.Move {
	for i := g.numTiles - g.fresh; i < g.numTiles; i++ {
		for _, d := range corners {
			h := g.tiles[i].at + d
			if g.by[h-1] == i+1 && g.free(h) {
				dst = p.legalDecorAt(g, h, seat, dst)
			}
		}
	}
	return dst
}

// legalDecorAt lists those that touch h, on a new tile; of two new spots the
// first by hole lists what joins them.
func (p *Position) legalDecorAt(g *garden, h Hole, seat engine.Seat, dst []engine.Move) []engine.Move {
	dst = p.withChange(g, decorMove{kind: Statue, a: h}, seat, dst)
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
			if distance == 2 {
				dst = p.withChange(g, decorMove{kind: Bridge, a: a, b: b}, seat, dst)
			} else {
				dst = p.withChange(g, decorMove{kind: Fountain, a: a, b: b}, seat, dst)
				dst = p.withChange(g, decorMove{kind: Stairs, a: a, b: b}, seat, dst)
			}
		}
	}
	return dst
}

// withChange lists a decoration as it is, or with one icon changed by the round.
func (p *Position) withChange(g *garden, d decorMove, seat engine.Seat, dst []engine.Move) []engine.Move {
	why := p.mayDecorate(g, d)
	if why == ok {
		return append(dst, d.move(seat))
	}
	effect := p.effect()
	if (effect != Wild && effect != BlankSpot) || (why != noIconA && why != noIconB) {
		return dst
	}
	for _, as := range [...]Hole{d.a, d.b} {
		d.as = as
		if as != NoHole && p.mayDecorate(g, d) == ok {
			dst = append(dst, d.move(seat))
		}
	}
	return dst
}
