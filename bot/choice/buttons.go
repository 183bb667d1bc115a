package choice

import (
	"amytis/engine"
	"amytis/engine/table"
)

// maxPair is how many moves of a kind may be buttons.
const maxPair = 2

// Few reports whether moves of a subcommand get buttons: they end the turn, or there is nothing to
// choose.
func Few(in *engine.Info, moves []engine.Move) bool {
	return len(moves) > 0 && len(moves) <= maxPair && pressable(in, moves[0])
}

// Aimed reports whether a move is chosen by a cursor.
func Aimed(in *engine.Info, m engine.Move) bool { return len(in.VerbInfo(m.Verb).Axes) > 0 }

// pressable reports whether a move gets a button, where there are but few of its kind: it ends the
// turn, or there is nothing to choose.
func pressable(in *engine.Info, m engine.Move) bool {
	verb := in.VerbInfo(m.Verb)
	return verb.Ends || len(verb.Args) == 0 && verb.Group == ""
}

// Undoable reports whether a seat's last step may be taken back.
func Undoable(t *table.Table, seat engine.Seat) bool {
	_, err := t.Next(table.Undo(seat, 0, 0))
	return err == nil
}
