package choice

import (
	"slices"

	"amytis/engine"
	"amytis/engine/table"
)

// HaveButtons reports whether a subcommand with a move gets a button for each of its moves: it has
// nothing to choose, or ends the turn and may be left without a choice.
func HaveButtons(in *engine.Info, m engine.Move) bool {
	verb := in.VerbInfo(m.Verb)
	chooses := func(arg engine.Arg) bool { return arg.Key == "" || !verb.Ends }
	return verb.Group == "" && !slices.ContainsFunc(verb.Args, chooses)
}

// UsesCursor reports whether players choose a move with the cursor.
func UsesCursor(in *engine.Info, m engine.Move) bool { return len(in.VerbInfo(m.Verb).Axes) > 0 }

// Undoable reports whether a seat may undo its last step.
func Undoable(t *table.Table, seat engine.Seat) bool {
	_, err := t.Next(table.Undo(seat, 0, 0))
	return err == nil
}
