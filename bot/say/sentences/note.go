package sentences

import (
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Need says what a seat has to do now, with counts, "" if it is not in turn or there is nothing to
// say.
func Need(w *text.Words, t *table.Table, seat engine.Seat) string {
	if !t.Turn().Has(seat) {
		return ""
	}
	return note(w, t, t.State.Need(seat))
}

// Scene returns what everybody should know about a running game, a line for each fact, such as the
// round and its effect. It may be "".
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
