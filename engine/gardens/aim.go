package gardens

import "amytis/engine"

// Aim moves a tile that is about to be placed: over the board, where it comes to
// rest on what is there; around; up and down; to another position left open, none
// included; or takes the other tile at hand.
func (Rules) Aim(p *Position, m engine.Move, a engine.Axis, by int) (engine.Move, bool) {
	pl := placementOf(m)
	g := p.garden(m.Seat)
	moved := inside(pl.at.Col()) && inside(pl.at.Row())
	if !moved {
		return m, false
	}
	switch a {
	case engine.AxisEast:
		moved = inside(pl.at.Col() + by)
		pl = p.settled(g, pl, Hole(int(pl.at)+by), moved)
	case engine.AxisNorth:
		moved = inside(pl.at.Row() + by)
		pl = p.settled(g, pl, Hole(int(pl.at)+by*size), moved)
	case engine.AxisTurn:
		pl.rot = uint8(int(pl.rot)+by+rotations) % rotations
	case engine.AxisLevel:
		level := int(pl.level) + by
		moved = level >= 1 && level <= int(g.highest)+1
		if moved {
			pl.level = uint8(level)
			pl.open = p.openAt(g, pl)
		}
	case engine.AxisOpen:
		pl.open = nextOpen(pl, by)
	case engine.AxisPiece:
		other := g.dug
		if pl.tile == g.dug {
			other = g.notch
		}
		moved = other != 0 && other != pl.tile
		if moved {
			pl.tile = other
		}
	default:
		moved = false
	}
	if !moved {
		return m, false
	}
	return pl.move(m.Seat), true
}

// inside reports whether a tile's south-west hole may lie in a column or row.
func inside(at int) bool { return at >= 0 && at < size-1 }

func (pl placement) move(seat engine.Seat) engine.Move {
	return engine.Move{Seat: seat, Verb: verbPlace, Args: [engine.ArgSlots]uint32{
		uint32(pl.tile), uint32(pl.at), uint32(pl.rot) + 1, uint32(pl.level), uint32(pl.open),
	}}
}

// settled is a placement at another hole, on the lowest level on which it may
// lie there, else on the one on which it would come to rest.
func (p *Position) settled(g *garden, pl placement, at Hole, inside bool) placement {
	if !inside {
		return pl
	}
	pl.at = at
	rest := uint8(1)
	for _, d := range corners {
		rest = max(rest, g.h[at+d-1]+1, g.top[at+d-1]+1)
	}
	for level := rest; level <= g.highest+1; level++ {
		pl.level = level
		pl.open = p.openAt(g, pl)
		if p.mayPlace(g, pl) == nil {
			return pl
		}
	}
	pl.level = min(rest, maxLevel)
	pl.open = p.openAt(g, pl)
	return pl
}

// openAt is the position that a tile would have to leave open, NoHole if it has
// all its supports, or lacks more than one.
func (p *Position) openAt(g *garden, pl placement) Hole {
	for _, d := range corners {
		if g.h[pl.at+d-1] >= pl.level {
			return NoHole
		}
	}
	if f := g.footing(pl.at, pl.level); count4[f.all()] == 3 {
		return pl.at + corners[missing4[f.all()]]
	}
	return NoHole
}

// nextOpen goes round the four positions of a tile and none.
func nextOpen(pl placement, by int) Hole {
	order := [...]Hole{NoHole, pl.at + corners[0], pl.at + corners[1], pl.at + corners[2], pl.at + corners[3]}
	for i, h := range order {
		if h == pl.open {
			return order[(i+by+len(order))%len(order)]
		}
	}
	return NoHole
}
