package engine

// Axis is a way in which a cursor changes a move that is not made yet.
type Axis uint8

// The axes. One step ahead is one place east or north, one level up, one quarter
// turn clockwise, the next of the positions that may be left open, of the pieces
// at hand, or of the boards.
const (
	AxisEast Axis = iota + 1
	AxisNorth
	AxisLevel
	AxisTurn
	AxisOpen
	AxisPiece
	AxisZone
)
