package sentences

import (
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// ForcedLine tells the channel that the program takes a step for a player who has no choice, at a
// time in Unix milliseconds.
func ForcedLine(w *text.Words, t *table.Table, m engine.Move, at int64) string {
	name := Name(w, t.Player(m.Seat))
	return w.Say("bot.forced.public", "Name", name, "Move", stepName(w, t, m), "When", Countdown(at))
}

// ForcedNote tells a player the same, and how to prevent it if they can undo a step.
func ForcedNote(w *text.Words, t *table.Table, m engine.Move, at int64, undoable bool) string {
	key := "bot.forced.own"
	if undoable {
		key = "bot.forced.undo"
	}
	return w.Say(key, "Move", stepName(w, t, m), "When", stamp(at, "T"))
}

func stepName(w *text.Words, t *table.Table, m engine.Move) string {
	in := t.Game.Info()
	return ButtonWord(w, in.ID, in.VerbInfo(m.Verb).Subcommand())
}
