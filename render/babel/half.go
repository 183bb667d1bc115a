package babel

import (
	"amytis/engine"
	"amytis/render"
)

// half is the left or right half of a picture. Both halves are composed alike, as mirror images:
// places are given by their distance from the middle of the picture. Seat 1 has the left half in
// every picture, and seat 2 the right one.
type half struct {
	// right is false for the left half.
	right bool
}

func halfOf(seat engine.Seat) half { return half{right: seat == 2} }

func (s half) x(distance int) int {
	if s.right {
		return render.Width/2 + distance
	}
	return render.Width/2 - distance
}

// left returns the left side of something w wide that reaches outwards from a place.
func (s half) left(distance, w int) int {
	if s.right {
		return render.Width/2 + distance
	}
	return render.Width/2 - distance - w
}

// outwards aligns text that starts at its inner end.
func (s half) outwards() render.Align {
	if s.right {
		return render.Left
	}
	return render.Right
}
