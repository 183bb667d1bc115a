package sentences

import (
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// ForcedLine returns a line of a public message: a player has nothing to choose, and the program
// takes a step for them at a time in Unix milliseconds.
func ForcedLine(w *text.Words, t *table.Table, m engine.Move, at int64) string {
	name := Name(w, t.Player(m.Seat))
	return w.Say("bot.forced.public", "Name", name, "Move", stepName(w, t, m), "When", Countdown(at))
}

// ForcedNote returns a line of a player's own message: the program takes the only possible step at
// a time in Unix milliseconds. It says how to prevent that if the player can undo a step.
func ForcedNote(w *text.Words, t *table.Table, m engine.Move, at int64, undoable bool) string {
	key := "bot.forced.own"
	if undoable {
		key = "bot.forced.undo"
	}
	return w.Say(key, "Move", stepName(w, t, m), "When", stamp(at, "T"))
}

// stepName returns what a button calls a move.
func stepName(w *text.Words, t *table.Table, m engine.Move) string {
	in := t.Game.Info()
	return ButtonWord(w, in.ID, in.VerbInfo(m.Verb).Subcommand())
}
