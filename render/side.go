package render

import (
	"image"
	"slices"
	"strconv"
)

// Side is the direction from which a board is seen.
type Side uint8

const (
	North Side = iota
	East
	South
	West
)

var sideNames = []string{"north", "east", "south", "west"}

func (s Side) String() string { return sideNames[s] }

// SideOf returns the side with one of the four names.
func SideOf(name string) Side { return Side(slices.Index(sideNames, name)) }

// Place returns where a cell of a board appears: how far to the right and how near, both from 0.
func (s Side) Place(col, row int, board image.Rectangle) (right, near int) {
	switch s {
	case North:
		return board.Max.X - 1 - col, row - board.Min.Y
	case East:
		return row - board.Min.Y, col - board.Min.X
	case South:
		return col - board.Min.X, board.Max.Y - 1 - row
	}
	return board.Max.Y - 1 - row, board.Max.X - 1 - col
}

// Label names the column (a for 0) or the row (1 for 0) that appears at right, from 0.
func (s Side) Label(right int, board image.Rectangle) string {
	switch s {
	case North:
		return string(rune('a' + board.Max.X - 1 - right))
	case East:
		return strconv.Itoa(board.Min.Y + right + 1)
	case South:
		return string(rune('a' + board.Min.X + right))
	}
	return strconv.Itoa(board.Max.Y - right)
}
