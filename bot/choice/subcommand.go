package choice

import (
	"slices"

	"amytis/engine"
)

// Subcommand is how players reach verbs: one verb, or a group of them that they see as one
// ("decorate").
type Subcommand struct {
	Name  string
	Verbs []engine.Verb
}

// WhatOption chooses among the verbs of a group.
const WhatOption = "what"

// Subcommands derives a game's slash subcommands from its verbs.
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
			subs = append(subs, Subcommand{Name: v.Subcommand()})
		}
		subs[at].Verbs = append(subs[at].Verbs, engine.Verb(i+1))
	}
	return subs
}

// Field is an argument as an option of a subcommand.
type Field struct {
	Name     string
	Required bool
}

// Fields are the options of a subcommand besides `what`: the arguments of its verbs, the required
// ones first, as Discord wants them. Required is what every verb needs.
func (s Subcommand) Fields(in *engine.Info) []Field {
	var fields []Field
	for _, v := range s.Verbs {
		for _, arg := range in.VerbInfo(v).Args {
			if !slices.ContainsFunc(fields, func(f Field) bool { return f.Name == arg.Name }) {
				fields = append(
					fields, Field{arg.Name, arg.Key == "" && !arg.Implied && !arg.Any && s.all(in, arg.Name)},
				)
			}
		}
	}
	slices.SortStableFunc(fields, func(a, b Field) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
	return fields
}

// all reports whether every verb of the subcommand has an argument called name.
func (s Subcommand) all(in *engine.Info, name string) bool {
	return !slices.ContainsFunc(s.Verbs, func(v engine.Verb) bool {
		return !slices.ContainsFunc(in.VerbInfo(v).Args, func(arg engine.Arg) bool { return arg.Name == name })
	})
}

// Grouped reports whether players choose among several verbs.
func (s Subcommand) Grouped() bool { return len(s.Verbs) > 1 }
