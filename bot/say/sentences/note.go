package sentences

import (
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Need returns a sentence that says what a seat has to do now, with counts. It returns "" for a
// seat that is not in turn, and where there is nothing to say.
func Need(w *text.Words, t *table.Table, seat engine.Seat) string {
	if !t.Turn().Has(seat) {
		return ""
	}
	return note(w, t, t.State.Need(seat))
}

// Scene returns what everybody should know about a running game, in a line for each fact: the round
// and its effect, or what is left to be done in the set-up. It is "" where there is nothing to say.
func Scene(w *text.Words, t *table.Table) string {
	if t.Status != table.Running {
		return ""
	}
	var lines []string
	for _, n := range t.State.Scene() {
		lines = append(lines, note(w, t, n))
	}
	return strings.Join(lines, "\n")
}

// note returns the text of a note, "" for the zero Note.
func note(w *text.Words, t *table.Table, n engine.Note) string {
	if n.Key == "" {
		return ""
	}
	id := t.Game.Info().ID
	args := make(map[string]any, len(n.Facts))
	for name, value := range n.Facts {
		args[name] = fact(w, id, t, value)
	}
	return w.T(id+".note."+n.Key, args)
}
