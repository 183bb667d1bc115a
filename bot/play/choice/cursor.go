package choice

import (
	"slices"
	"strings"

	"amytis/engine"
	"amytis/engine/table"
)

// The cursor lets a player move a piece about with buttons before placing it; the picture shows it
// as a ghost. The buttons' custom_ids hold the whole state: the move so far and the button's step.

// NextLegal is the operation that jumps to the next legal place.
const NextLegal = "l"

// MoveCursor returns the ghost after a press of the button op. An unknown op changes nothing.
// NextLegal goes to the best move at another place, and every step to the best that it leaves open.
func MoveCursor(t *table.Table, legal *Ranked, ghost engine.Move, op string) engine.Move {
	in := t.Game.Info()
	verb := Subcommand{Verbs: []engine.Verb{ghost.Verb}}
	place := argsOf(in, ghost.Verb, isPlace)
	if op == NextLegal {
		spots := Places(in, legal.Best(verb))
		at := slices.IndexFunc(spots, func(m engine.Move) bool { return place.only(m) == place.only(ghost) })
		if at >= 0 {
			return spots[(at+1)%len(spots)]
		}
		return nearest(t.Game, spots, ghost)
	}
	next := ghost
	for _, row := range in.Steps {
		for _, step := range row {
			if step.Name == op {
				next, _ = t.State.Aim(ghost, step.Axis, step.By)
			}
		}
	}
	// What follows the argument that the step has changed may change too, except for the place.
	chosen := place
	after := false
	for i := range chosen {
		chosen[i] = chosen[i] || !after
		after = after || next.Args[i] != ghost.Args[i]
	}
	return legal.bestLike(next, chosen)
}

// higherStep is the name of the step to a higher level, where a game has one.
const higherStep = "up"

// Higher returns the last move of a seat, one level higher. It returns false if that is not legal.
func Higher(t *table.Table, legal *Ranked, seat engine.Seat) (higher engine.Move, ok bool) {
	for _, last := range slices.Backward(t.Moves) {
		if last.Move.Seat != seat {
			continue
		}
		for _, step := range slices.Concat(t.Game.Info().Steps...) {
			if step.Name == higherStep && slices.Contains(t.Game.Info().VerbInfo(last.Move.Verb).Axes, step.Axis) {
				higher, ok = t.State.Aim(last.Move, step.Axis, step.By)
			}
		}
		return higher, ok && slices.Contains(legal.Moves, higher)
	}
	return engine.Move{}, false
}

// Beside returns the best of some legal moves that are one step from the place of m, which was just
// played. Without such a move it returns the best of all, and where that is in a higher class; see
// engine.RankClass. spots are the legal moves of m's verb, the best first; there is at least one.
func Beside(t *table.Table, m engine.Move, spots []engine.Move) engine.Move {
	var near []engine.Move
	for _, axis := range t.Game.Info().VerbInfo(m.Verb).Axes {
		if !t.Game.Info().Reversible(axis) {
			continue
		}
		for _, by := range [...]int{1, -1} {
			if next, there := t.State.Aim(m, axis, by); there {
				near = append(near, next)
			}
		}
	}
	class := func(spot engine.Move) int { return t.State.Describe(spot).Rank / engine.RankClass }
	i := slices.IndexFunc(spots, func(spot engine.Move) bool { return slices.Contains(near, spot) })
	if i < 0 || class(spots[i]) < class(spots[0]) {
		return spots[0]
	}
	return spots[i]
}

// nearest returns the move whose notation is most like another's. moves is not empty.
func nearest(g engine.Game, moves []engine.Move, to engine.Move) engine.Move {
	words := strings.Fields(FormatMove(g, to))
	best, most := moves[0], -1
	for _, m := range moves {
		if n := similarity(strings.Fields(FormatMove(g, m)), words); n > most {
			best, most = m, n
		}
	}
	return best
}

// similarity compares texts by words: equal ones count most, then common prefixes in any case.
func similarity(a, b []string) (n int) {
	for i := range min(len(a), len(b)) {
		n += fullMatch * sharedPrefix(a[i], b[i])
		if a[i] == b[i] {
			n += fullMatch * fullMatch
		}
	}
	return n
}
