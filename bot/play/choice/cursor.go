package choice

import (
	"bytes"
	"slices"

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

// MoveCursor returns the ghost after a press of the button op. NextLegal asks for the legal places,
// of which there is at least one. An unknown op changes nothing.
func MoveCursor(t *table.Table, ghost engine.Move, op string, legal func() []engine.Move) engine.Move {
	if op == NextLegal {
		spots := legal()
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

// Beside returns the best of some legal moves that are one step from the place of m, which was just
// played. Without such a move it returns the best of all. spots are the legal moves of m's verb,
// the best first; there is at least one.
func Beside(t *table.Table, m engine.Move, spots []engine.Move) engine.Move {
	axes := t.Game.Info().VerbInfo(m.Verb).Axes
	var near []engine.Move
	for _, row := range CursorSteps {
		for _, step := range row {
			if !step.Moves() || !slices.Contains(axes, step.Axis) {
				continue
			}
			if next, there := t.State.Aim(m, step.Axis, step.By); there {
				near = append(near, next)
			}
		}
	}
	if i := slices.IndexFunc(spots, func(spot engine.Move) bool { return slices.Contains(near, spot) }); i >= 0 {
		return spots[i]
	}
	return spots[0]
}

// nearest returns the move whose notation is most like that of another. moves is not empty.
func nearest(g engine.Game, moves []engine.Move, to engine.Move) engine.Move {
	words := bytes.Fields(g.AppendMove(nil, to))
	best, most := moves[0], -1
	var text []byte
	for _, m := range moves {
		text = g.AppendMove(text[:0], m)
		if n := similarity(text, words); n > most {
			best, most = m, n
		}
	}
	return best
}

// similarity compares a text with words, word by word. Equal words count most, then common
// prefixes in any letter case.
func similarity(text []byte, words [][]byte) int {
	n, i := 0, 0
	for word := range bytes.FieldsSeq(text) {
		if i == len(words) {
			break
		}
		n += fullMatch * commonStart(word, words[i])
		if bytes.Equal(word, words[i]) {
			n += fullMatch * fullMatch
		}
		i++
	}
	return n
}

// commonStart is sharedPrefix for words of the notation, whose letters are all ASCII.
func commonStart(a, b []byte) int {
	const letterCase = 'a' - 'A'
	n := 0
	for n < min(len(a), len(b), fullMatch-1) && (a[n] == b[n] || isLetter(a[n]) && a[n]^b[n] == letterCase) {
		n++
	}
	return n
}

// isLetter reports whether an ASCII character is a letter.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
