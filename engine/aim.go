package engine

// Axis is a direction in which a cursor changes a move before it is made.
type Axis uint8

// The axes, with what one step ahead is.
const (
	AxisEast  Axis = iota + 1 // one place east
	AxisNorth                 // one place north
	AxisLevel                 // one level up
	AxisTurn                  // a quarter turn clockwise
	AxisOpen                  // the next of the positions that may be left open
	AxisPiece                 // the next of the pieces at hand
	AxisZone                  // the next of the boards
)
