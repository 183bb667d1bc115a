package choice

import (
	"amytis/engine"
	"amytis/engine/table"
)

// maxMoveButtons is the most moves of a subcommand that may be buttons.
const maxMoveButtons = 2

// HaveButtons reports whether the moves of a subcommand get a button each: one or two that end the
// turn or have nothing to choose.
func HaveButtons(in *engine.Info, moves []engine.Move) bool {
	return len(moves) > 0 && len(moves) <= maxMoveButtons && pressable(in, moves[0])
}

// UsesCursor reports whether players choose a move with the cursor.
func UsesCursor(in *engine.Info, m engine.Move) bool { return len(in.VerbInfo(m.Verb).Axes) > 0 }

func pressable(in *engine.Info, m engine.Move) bool {
	verb := in.VerbInfo(m.Verb)
	return verb.Ends || len(verb.Args) == 0 && verb.Group == ""
}

// Undoable reports whether a seat may undo its last step.
func Undoable(t *table.Table, seat engine.Seat) bool {
	_, err := t.Next(table.Undo(seat, 0, 0))
	return err == nil
}
