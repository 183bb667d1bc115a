package towers

import "amytis/engine"

// PlacementView is a piece that a move would place, and where. A cursor shows it.
type PlacementView struct {
	// At is the cell of a tower, the first end of a bridge, or the cell of a noble's tower.
	At Cell
	// Facing is set for a tower, Noble for a noble. For a bridge both are zero.
	Facing Facing
	Noble  NobleView
	// North says that a bridge runs north.
	North bool
}

// Cells returns the cells that the piece would fill, or the cell of a noble's tower.
func (p *PlacementView) Cells() []Cell {
	if p.IsBridge() {
		cells := p.Bridge().Cells()
		return cells[:]
	}
	return []Cell{p.At}
}

func (p *PlacementView) IsBridge() bool { return p.Facing == 0 && p.Noble == NobleView{} }

func (p *PlacementView) Bridge() Bridge { return Bridge{p.At, p.North} }

// PlacementOf returns the piece that m places, and where. ok is false for any other or invalid
// move.
func PlacementOf(m engine.Move) (PlacementView, bool) {
	if m.Verb < verbTower || m.Verb > verbLarge || m.Seat > MaxSeats || !info.WellFormed(m) {
		return PlacementView{}, false
	}
	pm := placementOf(&m)
	p := PlacementView{At: pm.at, Facing: pm.facing, North: pm.north}
	if size := pm.size(); size != 0 {
		p.Noble = NobleView{Colour: Colour(m.Seat), Size: size}
	}
	return p, true
}

// SwapOf returns both nobles at their places after a swap. ok is false for any other or invalid
// move.
func SwapOf(m engine.Move) (first, second PlacementView, ok bool) {
	if m.Verb != verbSwap || m.Seat > MaxSeats || !info.WellFormed(m) {
		return first, second, false
	}
	x := swapOf(&m)
	first = PlacementView{At: x.first.tower, Noble: NobleView{Colour: x.second.colour, Size: x.size}}
	second = PlacementView{At: x.second.tower, Noble: NobleView{Colour: x.first.colour, Size: x.size}}
	return first, second, true
}
