package gardens

import "amytis/engine"

// The axes of the cursor. axisOpen goes through the positions that may legally be left open, and
// none. axisPiece switches to the other tile at hand.
const (
	axisEast engine.Axis = iota + 1
	axisNorth
	axisTurn
	axisLevel
	axisOpen
	axisPiece
)

var placeAxes = []engine.Axis{axisEast, axisNorth, axisTurn, axisLevel, axisOpen, axisPiece}

var steps = [][]engine.Step{
	{
		{Name: "west", Axis: axisEast, By: -1}, {Name: "south", Axis: axisNorth, By: -1},
		{Name: "north", Axis: axisNorth, By: 1}, {Name: "east", Axis: axisEast, By: 1},
		{Name: "turn", Axis: axisTurn, By: 1},
	},
	{
		{Name: "up", Axis: axisLevel, By: 1}, {Name: "down", Axis: axisLevel, By: -1},
		{Name: "open", Axis: axisOpen, By: 1}, {Name: "piece", Axis: axisPiece, By: 1},
	},
}

// Aim moves a placement by one step along an axis. On a new hole the tile rests on what is there.
func (Rules) Aim(p *Position, m engine.Move, a engine.Axis, by int) (engine.Move, bool) {
	pl := placementOf(m)
	g := p.garden(m.Seat)
	moved := inside(pl.at.Col()) && inside(pl.at.Row())
	if !moved {
		return m, false
	}
	switch a {
	case axisEast:
		moved = inside(pl.at.Col() + by)
		pl = settled(p, g, pl, Hole(int(pl.at)+by), moved)
	case axisNorth:
		moved = inside(pl.at.Row() + by)
		pl = settled(p, g, pl, Hole(int(pl.at)+by*size), moved)
	case axisTurn:
		pl.rot = uint8(int(pl.rot)+by+rotations) % rotations
	case axisLevel:
		level := int(pl.level) + by
		moved = level >= 1 && level <= int(g.highest)+1
		if moved {
			pl.level = uint8(level)
			pl.open = openAt(g, pl)
		}
	case axisOpen:
		pl, moved = nextLegalOpen(p, g, pl, by)
	case axisPiece:
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

// inside reports whether a tile's south-west hole may lie in this column or row.
func inside(at int) bool { return at >= 0 && at < size-1 }

func (pl placement) move(seat engine.Seat) engine.Move {
	return engine.Move{Seat: seat, Verb: verbPlace, Args: [engine.ArgSlots]uint32{
		uint32(pl.tile), uint32(pl.at), uint32(pl.rot) + 1, uint32(pl.level), uint32(pl.open),
	}}
}

// settled returns the placement at another hole, on the lowest legal level, or else where the tile
// would come to rest.
func settled(p *Position, g *garden, pl placement, at Hole, inside bool) placement {
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
		pl.open = openAt(g, pl)
		if mayPlace(p, g, pl) == nil {
			return pl
		}
	}
	pl.level = min(rest, maxLevel)
	pl.open = openAt(g, pl)
	return pl
}

// openAt returns the position that the tile must leave open, NoHole if that is not exactly one.
func openAt(g *garden, pl placement) Hole {
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

// nextLegalOpen returns the next legal placement with another open position, false without one.
func nextLegalOpen(p *Position, g *garden, pl placement, by int) (placement, bool) {
	for range corners {
		pl.open = nextOpen(pl, by)
		if mayPlace(p, g, pl) == nil {
			return pl, true
		}
	}
	return pl, false
}

// nextOpen returns the next open position in the cycle of the tile's four positions and none.
func nextOpen(pl placement, by int) Hole {
	order := [...]Hole{NoHole, pl.at + corners[0], pl.at + corners[1], pl.at + corners[2], pl.at + corners[3]}
	for i, h := range order {
		if h == pl.open {
			return order[(i+by+len(order))%len(order)]
		}
	}
	return NoHole
}
