package sentences

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"amytis/bot/play/choice"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// MoveLabel returns a move's label in a menu: its arguments in the notation, in a group of verbs
// after the verb's name.
func MoveLabel(w *text.Words, in *engine.Info, m engine.Move) string {
	if in.VerbInfo(m.Verb).Group != "" {
		return Spelled(w, in, m)
	}
	return strings.TrimPrefix(values(w, in, m), " ")
}

// Spelled returns a move as its player would type it.
func Spelled(w *text.Words, in *engine.Info, m engine.Move) string {
	verb := in.VerbInfo(m.Verb)
	if verb.Group != "" {
		return w.Say(in.ID+".verb."+verb.Name) + values(w, in, m)
	}
	return w.Say(in.ID+".sub."+verb.Subcommand()+".name") + values(w, in, m)
}

func values(w *text.Words, in *engine.Info, m engine.Move) string {
	text := ""
	for _, arg := range in.VerbInfo(m.Verb).Args {
		v := choice.ArgText(in, m, arg.Name)
		switch {
		case v == "":
		case arg.Key != "":
			text += " " + w.Say(in.ID+".arg."+arg.Name+".name") + "=" + v
		default:
			text += " " + v
		}
	}
	return text
}

// ButtonWord returns the label of a subcommand's button: the game's own text or the subcommand's
// name.
func ButtonWord(w *text.Words, game, sub string) string {
	if key := game + ".verb." + sub; w.Has(key) {
		return w.T(key, nil)
	}
	name := w.T(game+".sub."+sub+".name", nil)
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// ChoiceName returns a value with the hint of its best move: "c2 · granite, rose". hint may be "".
func ChoiceName(v choice.Value, hint string) string {
	if hint != "" {
		return v.Text + " · " + hint
	}
	return v.Text
}

func Hint(w *text.Words, t *table.Table, m engine.Move) string {
	in := t.Game.Info()
	return w.T(in.ID+".hint."+in.VerbInfo(m.Verb).Name, MoveArgs(w, in, t, m, t.State.Describe(m)))
}

// RankedHint is Hint with a cache in legal.
func RankedHint(w *text.Words, legal *choice.Ranked, t *table.Table, m engine.Move) string {
	return legal.Hint(m, string(w.Lang()), func() string { return Hint(w, t, m) })
}

// MoveArgs returns the placeholders of texts about a move: its arguments in the notation, "" for
// one left out, and the facts of d. The arguments of a chance move stay secret.
func MoveArgs(w *text.Words, in *engine.Info, t *table.Table, m engine.Move, d engine.Description) map[string]any {
	args := map[string]any{}
	if verb := in.VerbInfo(m.Verb); !verb.Chance { // only facts: a shuffle is secret
		for _, arg := range verb.Args {
			args[arg.Name] = choice.ArgText(in, m, arg.Name)
		}
	}
	for name, v := range d.Facts {
		args[name] = fact(w, in.ID, t, v)
	}
	return args
}
