package choice

import (
	"slices"
	"strings"

	"amytis/engine"
	"amytis/engine/table"
)

// Subcommand is a slash subcommand of a game: a verb, or a group seen as one ("decorate").
type Subcommand struct {
	Name  string
	Verbs []engine.Verb
	// Section is the subcommand group that it stands in, "" for none.
	Section string
}

// Path returns the subcommand as typed after the command: "tower", in a section "noble small".
func (s Subcommand) Path() string { return strings.TrimPrefix(s.Section+" "+s.Name, " ") }

// WhatOption is the name of the option that chooses among the verbs of a group.
const WhatOption = "what"

// Subcommands returns a game's slash subcommands in the order of its verbs.
func Subcommands(in *engine.Info) []Subcommand {
	var subs []Subcommand
	for i := range in.Verbs {
		v := &in.Verbs[i]
		if v.Chance {
			continue
		}
		at := slices.IndexFunc(subs, func(s Subcommand) bool { return s.Name == v.Subcommand() })
		if at < 0 {
			at = len(subs)
			subs = append(subs, Subcommand{Name: v.Subcommand(), Section: v.Section})
		}
		subs[at].Verbs = append(subs[at].Verbs, engine.Verb(i+1))
	}
	return subs
}

// Field is an option of a subcommand: an argument of its verbs.
type Field struct {
	Name     string
	Required bool
}

// Fields returns the options besides WhatOption. Discord wants those first that every verb needs.
func (s Subcommand) Fields(in *engine.Info) []Field {
	var required, others []Field
	seen := map[string]bool{}
	for _, v := range s.Verbs {
		for _, arg := range in.VerbInfo(v).Args {
			switch {
			case seen[arg.Name]:
			case arg.Key == "" && !arg.Implied && !arg.Any && s.all(in, arg.Name):
				required = append(required, Field{arg.Name, true})
			default:
				others = append(others, Field{arg.Name, false})
			}
			seen[arg.Name] = true
		}
	}
	return append(required, others...)
}

// all reports whether every verb of the subcommand has an argument with this name.
func (s Subcommand) all(in *engine.Info, name string) bool {
	return !slices.ContainsFunc(s.Verbs, func(v engine.Verb) bool {
		return !slices.ContainsFunc(in.VerbInfo(v).Args, func(arg engine.Arg) bool { return arg.Name == name })
	})
}

func (s Subcommand) among(moves []engine.Move) []engine.Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return !slices.Contains(s.Verbs, m.Verb) })
}

// Icon returns the icon of a subcommand, 0 for a group of verbs.
func (s Subcommand) Icon(in *engine.Info) engine.Icon {
	if s.Grouped() {
		return 0
	}
	return in.VerbInfo(s.Verbs[0]).Icon
}

// Grouped reports whether players choose among several verbs.
func (s Subcommand) Grouped() bool { return len(s.Verbs) > 1 }

// HaveButtons reports whether a subcommand with a move gets a button for each of its moves: it has
// nothing to choose, or ends the turn and may be left without a choice.
func HaveButtons(in *engine.Info, m engine.Move) bool {
	verb := in.VerbInfo(m.Verb)
	chooses := func(arg engine.Arg) bool { return arg.Key == "" || !verb.Ends }
	return verb.Group == "" && !slices.ContainsFunc(verb.Args, chooses)
}

// UsesCursor reports whether players choose a move with the cursor.
func UsesCursor(in *engine.Info, m engine.Move) bool { return len(in.VerbInfo(m.Verb).Axes) > 0 }

func Undoable(t *table.Table, seat engine.Seat) bool {
	_, err := t.Next(table.Undo(seat, 0, 0))
	return err == nil
}
