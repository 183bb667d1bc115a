package towers

import "amytis/engine"

// PlacementView is a piece that a move would place, and where: what a cursor shows.
type PlacementView struct {
	// At is the cell of a tower, the first end of a bridge, or the cell of the
	// tower that a noble is to stand on.
	At Cell
	// Facing is a tower's, Noble who is placed. Of a bridge both are zero.
	Facing Facing
	Noble  NobleView
	// North is set for a bridge that runs north.
	North bool
}

// Cells are those of the table that the piece would lie in or stand on.
func (p *PlacementView) Cells() []Cell {
	if p.IsBridge() {
		cells := p.Bridge().Cells()
		return cells[:]
	}
	return []Cell{p.At}
}

// IsBridge tells bridges from other pieces.
func (p *PlacementView) IsBridge() bool { return p.Facing == 0 && p.Noble == NobleView{} }

// Bridge is where a bridge lies.
func (p *PlacementView) Bridge() Bridge { return Bridge{p.At, p.North} }

// PlacementOf is the piece that a move would place, and where; false for a move
// that places none, or is not one at all.
func PlacementOf(m engine.Move) (PlacementView, bool) {
	if m.Seat < 1 || m.Seat > MaxSeats || m.Verb < verbTower || m.Verb > verbLarge {
		return PlacementView{}, false
	}
	if !wellFormed(&m) {
		return PlacementView{}, false
	}
	pm := placementOf(&m)
	p := PlacementView{At: pm.at, Facing: pm.facing, North: pm.north}
	if size := pm.size(); size != 0 {
		p.Noble = NobleView{Colour: Colour(m.Seat), Size: size}
	}
	return p, true
}

// SwapOf is where two nobles would stand who change places; false for a move that
// is no swap.
func SwapOf(m engine.Move) (first, second PlacementView, ok bool) {
	if m.Seat < 1 || m.Seat > MaxSeats || m.Verb != verbSwap || !wellFormed(&m) {
		return first, second, false
	}
	x := swapOf(&m)
	first = PlacementView{At: x.first.tower, Noble: NobleView{Colour: x.second.colour, Size: x.size}}
	second = PlacementView{At: x.second.tower, Noble: NobleView{Colour: x.first.colour, Size: x.size}}
	return first, second, true
}

// wellFormed reports whether all arguments of a move are values of their kinds.
func wellFormed(m *engine.Move) bool {
	for i, arg := range info.VerbInfo(m.Verb).Args {
		if !arg.Kind.Valid(m.Args[i : i+1]) {
			return false
		}
	}
	return true
}
