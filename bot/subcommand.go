package bot

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"amytis/bot/text"
	"amytis/engine"
)

// subcommand is how players reach verbs: one verb, or a group of them that they
// see as one ("decorate").
type subcommand struct {
	name  string
	verbs []engine.Verb
}

// whatOption chooses among the verbs of a group.
const whatOption = "what"

// buttonWord is what a subcommand is called on a button: more than what is typed
// for it, where there is more.
func buttonWord(w *text.Words, game, sub string) string {
	if key := game + ".verb." + sub; w.Has(key) {
		return w.T(key, nil)
	}
	name := w.T(game+".sub."+sub+".name", nil)
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// subcommands derives a game's slash subcommands from its verbs.
func subcommands(in *engine.Info) []subcommand {
	var subs []subcommand
	for i := range in.Verbs {
		v := &in.Verbs[i]
		if v.Chance {
			continue
		}
		at := slices.IndexFunc(subs, func(s subcommand) bool { return s.name == v.Subcommand() })
		if at < 0 {
			at = len(subs)
			subs = append(subs, subcommand{name: v.Subcommand()})
		}
		subs[at].verbs = append(subs[at].verbs, engine.Verb(i+1))
	}
	return subs
}

// field is an argument as an option of a subcommand.
type field struct {
	name     string
	required bool
}

// fields are the options of a subcommand besides `what`: the arguments of its
// verbs, the required ones first, as Discord wants them. Required is what every
// verb needs.
func (s subcommand) fields(in *engine.Info) []field {
	var fields []field
	for _, v := range s.verbs {
		for _, arg := range in.VerbInfo(v).Args {
			if !slices.ContainsFunc(fields, func(f field) bool { return f.name == arg.Name }) {
				fields = append(fields, field{arg.Name, arg.Key == "" && !arg.Implied && !arg.Any && s.all(in, arg.Name)})
			}
		}
	}
	slices.SortStableFunc(fields, func(a, b field) int {
		switch {
		case a.required == b.required:
			return 0
		case a.required:
			return -1
		}
		return 1
	})
	return fields
}

// all reports whether every verb of the subcommand has an argument called name.
func (s subcommand) all(in *engine.Info, name string) bool {
	return !slices.ContainsFunc(s.verbs, func(v engine.Verb) bool {
		return !slices.ContainsFunc(in.VerbInfo(v).Args, func(arg engine.Arg) bool { return arg.Name == name })
	})
}

// grouped reports whether players choose among several verbs.
func (s subcommand) grouped() bool { return len(s.verbs) > 1 }

// argText is the argument called name of a move, in the notation; "" if the
// move has none or leaves it out.
func argText(in *engine.Info, m engine.Move, name string) string {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		v := m.Args[slot : slot+arg.Kind.Width()]
		slot += len(v)
		if arg.Name == name && v[0] != 0 {
			return string(arg.Kind.Append(nil, v))
		}
	}
	return ""
}

// setArg puts an argument into a move; false if text is none of its kind.
func setArg(in *engine.Info, m *engine.Move, name, text string) bool {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		width := arg.Kind.Width()
		if arg.Name == name {
			return arg.Kind.Parse(text, m.Args[slot:slot+width])
		}
		slot += width
	}
	return false
}
