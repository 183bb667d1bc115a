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
	col, row, level := pl.at.Col(), pl.at.Row(), int(pl.level)
	if !inside(col) || !inside(row) {
		return m, false
	}
	switch a {
	case axisEast:
		col += by
	case axisNorth:
		row += by
	case axisTurn:
		pl.rot = uint8(int(pl.rot)+by+rotations) % rotations
	case axisLevel:
		level += by
		if level < 1 || level > int(g.highest)+1 {
			return m, false
		}
	case axisOpen:
		return aimOpen(p, g, m, by)
	case axisPiece:
		if pl.tile == g.dug {
			pl.tile = g.notch
		} else {
			pl.tile = g.dug
		}
	}
	switch {
	case !inside(col) || !inside(row) || pl.tile == 0:
		return m, false
	case At(col, row) != pl.at:
		pl = settled(p, g, pl, At(col, row))
	case level != int(pl.level):
		pl.level = uint8(level)
		pl.open = openAt(g, pl)
	}
	next := pl.move(m.Seat)
	return next, next != m
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
func settled(p *Position, g *garden, pl placement, at Hole) placement {
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

// aimOpen leaves the next position open that may legally be, or none.
func aimOpen(p *Position, g *garden, m engine.Move, by int) (engine.Move, bool) {
	pl := placementOf(m)
	for range corners {
		pl.open = nextOpen(pl, by)
		if mayPlace(p, g, pl) == nil {
			return pl.move(m.Seat), true
		}
	}
	return m, false
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
