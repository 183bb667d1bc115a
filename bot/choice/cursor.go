package choice

import (
	"slices"
	"strings"

	"amytis/engine"
	"amytis/engine/table"
)

// The cursor lets a player move a piece about on their board with buttons before placing it. The
// picture shows the piece as a ghost. The buttons' custom_ids hold the cursor's whole state: the
// move so far and the button's step.

// CursorStep is a button of the cursor: one step along an axis.
type CursorStep struct {
	// Op is the operation in the control's argument.
	Op string
	// Axis is the axis of the step, and By its direction: 1 or -1.
	Axis engine.Axis
	By   int
	// Key is the catalog key of the button's label.
	Key string
}

// Moves reports whether the step moves the piece to another place. Such buttons stay where they are
// when they have no effect, so that a player can press one again and again.
func (s CursorStep) Moves() bool {
	return s.Axis == engine.AxisEast || s.Axis == engine.AxisNorth || s.Axis == engine.AxisLevel
}

// CursorSteps are the buttons of the cursor by row, in the order in which they are shown.
var CursorSteps = [][]CursorStep{
	{
		{"w", engine.AxisEast, -1, "bot.cursor.west"},
		{"s", engine.AxisNorth, -1, "bot.cursor.south"},
		{"n", engine.AxisNorth, 1, "bot.cursor.north"},
		{"e", engine.AxisEast, 1, "bot.cursor.east"},
		{"t", engine.AxisTurn, 1, "bot.cursor.turn"},
	},
	{
		{"u", engine.AxisLevel, 1, "bot.cursor.up"},
		{"d", engine.AxisLevel, -1, "bot.cursor.down"},
		{"o", engine.AxisOpen, 1, "bot.cursor.open"},
		{"p", engine.AxisPiece, 1, "bot.cursor.piece"},
		{"z", engine.AxisZone, 1, "bot.cursor.zone"},
	},
}

// NextLegal is the operation that jumps to the next legal place.
const NextLegal = "l"

// MoveCursor returns the ghost after a press of the button op. spots are the legal places;
// NextLegal needs at least one. An unknown op changes nothing.
func MoveCursor(t *table.Table, ghost engine.Move, op string, spots []engine.Move) engine.Move {
	if op == NextLegal {
		if at := slices.Index(spots, ghost); at >= 0 {
			return spots[(at+1)%len(spots)]
		}
		return nearest(t.Game, spots, ghost)
	}
	for _, row := range CursorSteps {
		for _, step := range row {
			if step.Op == op {
				ghost, _ = t.State.Aim(ghost, step.Axis, step.By)
			}
		}
	}
	return ghost
}

// nearest returns the move whose notation is most like that of another. moves is not empty.
func nearest(g engine.Game, moves []engine.Move, to engine.Move) engine.Move {
	text := FormatMove(g, to)
	best, most := moves[0], -1
	for _, m := range moves {
		if n := similarity(FormatMove(g, m), text); n > most {
			best, most = m, n
		}
	}
	return best
}

// similarity compares two texts word by word; equal words count most, then common prefixes.
func similarity(a, b string) int {
	left, right := strings.Fields(a), strings.Fields(b)
	n := 0
	for i := range min(len(left), len(right)) {
		n += fullMatch * sharedPrefix(left[i], right[i])
		if left[i] == right[i] {
			n += fullMatch * fullMatch
		}
	}
	return n
}
