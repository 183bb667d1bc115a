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

// NextLegal is the operation that jumps to the next legal place.
const NextLegal = "l"

// MoveCursor returns the ghost after a press of the button op. An unknown op changes nothing. Only
// NextLegal calls legal, which must return at least one move.
func MoveCursor(t *table.Table, ghost engine.Move, op string, legal func() []engine.Move) engine.Move {
	if op == NextLegal {
		spots := legal()
		if at := slices.Index(spots, ghost); at >= 0 {
			return spots[(at+1)%len(spots)]
		}
		return nearest(t.Game, spots, ghost)
	}
	for _, row := range t.Game.Info().Steps {
		for _, step := range row {
			if step.Name == op {
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
	in := t.Game.Info()
	var near []engine.Move
	for _, axis := range in.VerbInfo(m.Verb).Axes {
		if !in.Reversible(axis) {
			continue
		}
		for _, by := range [...]int{1, -1} {
			if next, there := t.State.Aim(m, axis, by); there {
				near = append(near, next)
			}
		}
	}
	if i := slices.IndexFunc(spots, func(spot engine.Move) bool { return slices.Contains(near, spot) }); i >= 0 {
		return spots[i]
	}
	return spots[0]
}

// nearest returns the move whose notation is most like another's. moves is not empty.
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

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
