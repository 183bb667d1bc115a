package telling

import (
	"unicode"
	"unicode/utf8"

	"amytis/bot/choice"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// MoveLabel names a move: the notation's arguments, behind the decoration's word where a menu mixes
// several.
func MoveLabel(w *text.Words, in *engine.Info, m engine.Move) string {
	if in.VerbInfo(m.Verb).Group != "" {
		return Spelled(w, in, m)
	}
	return values(w, in, m)[1:]
}

// Spelled is a move in the words of its player: what it is called and the notation's arguments.
func Spelled(w *text.Words, in *engine.Info, m engine.Move) string {
	verb := in.VerbInfo(m.Verb)
	if verb.Group != "" {
		return w.Say(in.ID+".verb."+verb.Name) + values(w, in, m)
	}
	return w.Say(in.ID+".sub."+verb.Subcommand()+".name") + values(w, in, m)
}

// values are the notation's arguments of a move, each behind a space.
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

// ButtonWord is what a subcommand is called on a button: more than what is typed for it, where
// there is more.
func ButtonWord(w *text.Words, game, sub string) string {
	if key := game + ".verb." + sub; w.Has(key) {
		return w.T(key, nil)
	}
	name := w.T(game+".sub."+sub+".name", nil)
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// ChoiceName is a value with what its best move does: "c2 · granite, rose ...".
func ChoiceName(v choice.Value, hint string) string {
	if hint != "" {
		return v.Text + " · " + hint
	}
	return v.Text
}

// Hint is what a move would do, in a few words.
func Hint(w *text.Words, t *table.Table, m engine.Move) string {
	in := t.Game.Info()
	return w.T(in.ID+".hint."+in.VerbInfo(m.Verb).Name, MoveArgs(w, in, t, m, t.State.Describe(m)))
}

// RankedHint is hint for a ranked move, which remembers it.
func RankedHint(w *text.Words, legal *choice.Ranked, t *table.Table, m engine.Move) string {
	return legal.Hint(m, string(w.Lang()), func() string { return Hint(w, t, m) })
}

// MoveArgs are the placeholders of texts about a move: its arguments in the notation, "" where one
// is left out, and the facts of its description.
func MoveArgs(w *text.Words, in *engine.Info, t *table.Table, m engine.Move, d engine.Description) map[string]any {
	args := map[string]any{}
	if verb := in.VerbInfo(m.Verb); !verb.Chance { // what chance did is told by facts alone: a shuffle is a secret
		for _, arg := range verb.Args {
			args[arg.Name] = choice.ArgText(in, m, arg.Name)
		}
	}
	for name, v := range d.Facts {
		args[name] = fact(w, in.ID, t, v)
	}
	return args
}
