package choice

import (
	"slices"
	"strings"

	"amytis/engine"
	"amytis/engine/table"
)

// The cursor: a piece that is not placed yet is moved about on the player's own board by buttons,
// and shown there as a ghost. All that it is lies in the controls: the move as it would be written,
// and what a button does to it.

// CursorStep is a button of the cursor: one step along an axis.
type CursorStep struct {
	// Op is the button's part of a control's argument.
	Op   string
	Axis engine.Axis
	By   int
	Key  string // of its label
}

// CursorSteps by row, in the order in which they are shown.
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

// AfterPress is the ghost after a button.
func AfterPress(t *table.Table, ghost engine.Move, op string, spots []engine.Move) engine.Move {
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

// nearest is the move that is written most like another.
func nearest(g engine.Game, moves []engine.Move, to engine.Move) engine.Move {
	text := Written(g, to)
	best, most := moves[0], -1
	for _, m := range moves {
		if n := common(Written(g, m), text); n > most {
			best, most = m, n
		}
	}
	return best
}

// common is how many words two texts share, place by place.
func common(a, b string) int {
	left, right := strings.Fields(a), strings.Fields(b)
	n := 0
	for i := range min(len(left), len(right)) {
		n += maxTyped * alike(left[i], right[i])
		if left[i] == right[i] {
			n += maxTyped * maxTyped
		}
	}
	return n
}
