package sentences

import (
	"strconv"
	"strings"

	"amytis/bot/play/games"
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
	return w.T(t.Game.Info().ID+".note."+n.Key, facts(w, t.Game.Info(), t, n.Facts))
}

// Refusal returns the text of a refusal, the game's own if it has one, and the number of the ruling
// that it cites: "... (G-6)". g may be empty and t nil.
func Refusal(w *text.Words, g games.Entry, t *table.Table, refused *engine.RuleError) string {
	key := "table.refused." + refused.Code
	in := &engine.Info{}
	if g.Game != nil {
		in = g.Info()
		if own := in.ID + ".refused." + refused.Code; w.Has(own) {
			key = own
		}
	}
	words := w.T(key, facts(w, in, t, refused.Args))
	if IsRuling(refused.Rule) {
		words += " (" + refused.Rule + ")"
	}
	return words
}

// facts returns the texts for Note.Facts, Description.Facts or RuleError.Args.
func facts(w *text.Words, in *engine.Info, t *table.Table, values map[string]string) map[string]any {
	args := make(map[string]any, len(values))
	for name, value := range values {
		args[name] = fact(w, in, t, value)
		if seat, named := strings.CutPrefix(value, "#"); named && t != nil {
			args[name+"_you"] = seat == strconv.Itoa(readerOf(t))
		}
	}
	return args
}

// fact returns the text for a value of facts. Keys with a "+" between them are the words of one
// thing.
func fact(w *text.Words, in *engine.Info, t *table.Table, value string) string {
	switch {
	case strings.HasPrefix(value, "@"):
		var said []string
		for _, key := range strings.Fields(value) {
			var words []string
			for word := range strings.SplitSeq(key[1:], "+") {
				words = append(words, w.T(in.ID+"."+word, nil))
			}
			said = append(said, strings.Join(words, w.T("list.words", nil)))
		}
		return strings.Join(said, ", ")
	case strings.HasPrefix(value, "#") && t != nil:
		var seats engine.SeatSet
		for number := range strings.SplitSeq(value[1:], ",") {
			seat, _ := strconv.Atoi(number)
			seats |= engine.Seats(engine.Seat(seat))
		}
		return SeatList(w, t, seats)
	}
	return placeWords(w, in, t, 0, value)
}

// IsRuling reports whether a topic is a ruling, which refusals cite by its number, such as "G-6".
func IsRuling(topic string) bool { return strings.Contains(topic, "-") }

// Topic returns the title of a page of a game's rules, for a ruling with its number.
func Topic(w *text.Words, in *engine.Info, topic string) string {
	title := w.Say(in.ID + ".rules." + topic + ".title")
	if IsRuling(topic) && !strings.Contains(title, topic) {
		return topic + " · " + title
	}
	return title
}
