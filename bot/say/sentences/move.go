package sentences

import (
	"maps"
	"strconv"
	"strings"

	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Spelled returns a move in words, such as "granite jasmine on c6".
func Spelled(w *text.Words, t *table.Table, m engine.Move) string {
	in := t.Game.Info()
	return w.T(in.ID+".move."+in.VerbInfo(m.Verb).Name, MoveArgs(w, t, m, engine.Description{}))
}

// ArgWords returns a value of a seat's argument in words. It counts equal ones of several.
func ArgWords(w *text.Words, t *table.Table, seat engine.Seat, arg engine.Arg, value string) string {
	in := t.Game.Info()
	said := func(part int, value string) string { return w.T(in.ID+"."+arg.Words[part]+"."+value, nil) }
	switch {
	case value == "":
		return ""
	case len(arg.Words) > 1:
		words := make([]string, len(arg.Words))
		for i := range words {
			words[i] = said(i, value[i:i+1])
		}
		return strings.Join(words, w.T("list.words", nil))
	case len(arg.Words) == 0:
		return placeWords(w, in, t, seat, value)
	}
	counts := map[string]int{}
	var words []string
	for each := range strings.SplitSeq(value, ",") {
		if counts[each]++; counts[each] == 1 {
			words = append(words, each)
		}
	}
	for i, each := range words {
		words[i] = said(0, each)
		if n := counts[each]; n > 1 {
			words[i] = strconv.Itoa(n) + " × " + words[i]
		}
	}
	return w.List(words)
}

// placeWords returns a place of the game in words, any other value unchanged. A part of the place
// may have its own word in the catalog: "colour.red". Of a zone it says with whom the seat, or the
// reader without one, shares it. t may be nil.
func placeWords(w *text.Words, in *engine.Info, t *table.Table, seat engine.Seat, value string) string {
	if in.Places == nil || !in.Places.MatchString(value) {
		return value
	}
	args := map[string]any{}
	parts := in.Places.FindStringSubmatch(value)[1:]
	for i, name := range in.Places.SubexpNames()[1:] {
		args[name] = parts[i]
		if key := in.ID + "." + name + "." + parts[i]; w.Has(key) {
			args[name] = w.T(key, nil)
		}
	}
	if t != nil && args["zone"] != "" {
		if seat == 0 {
			seat = engine.Seat(readerOf(t))
		}
		for _, row := range t.State.Tally().Rows { // of the zones
			if others := row.Seats &^ engine.Seats(seat); args["zone"] == strconv.Itoa(row.Number) {
				args["with"], args["mine"] = SeatList(w, t, others), others.Has(engine.Seat(readerOf(t)))
			}
		}
	}
	return w.T(in.ID+".place", args)
}

// ButtonWord returns the label of a subcommand's button: the game's text or the subcommand's name.
func ButtonWord(w *text.Words, game, sub string) string {
	if key := game + ".verb." + sub; w.Has(key) {
		return w.T(key, nil)
	}
	return text.Capital(w.T(game+".sub."+sub+".name", nil))
}

func Hint(w *text.Words, t *table.Table, m engine.Move) string {
	in := t.Game.Info()
	return w.T(in.ID+".hint."+in.VerbInfo(m.Verb).Name, MoveArgs(w, t, m, t.State.Describe(m)))
}

// MoveArgs returns the placeholders of texts about a move: its arguments in words, "" for one
// left out, and the facts of d. The arguments of a chance move stay secret.
func MoveArgs(w *text.Words, t *table.Table, m engine.Move, d engine.Description) map[string]any {
	in := t.Game.Info()
	args := map[string]any{}
	if verb := in.VerbInfo(m.Verb); !verb.Chance { // only facts: a shuffle is secret
		for _, arg := range verb.Args {
			args[arg.Name] = ArgWords(w, t, m.Seat, arg, choice.ArgText(in, m, arg.Name))
		}
	}
	maps.Copy(args, facts(w, in, t, d.Facts))
	return args
}

// Need says what a seat has to do now, with counts, "" if there is nothing to say.
func Need(w *text.Words, t *table.Table, seat engine.Seat) string {
	if !t.Turn().Has(seat) {
		return ""
	}
	return note(w, t, t.State.Need(seat))
}

// Scene returns what everybody should know about a running game, a line for each fact, or "".
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

// fact returns the text of a value of facts. Keys joined by "+" are the words of one thing.
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
