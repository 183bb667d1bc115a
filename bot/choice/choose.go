// Package choice finds the move that a player means: from the options of a slash command, from answers
// given one after another, or from the steps of a cursor. It also puts legal moves in order, the best
// first. It commits nothing and says nothing.
package choice

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Find finds the one legal move that the options of a subcommand mean.
// What is left out may be told by the rest; where several moves remain it asks
// for more, and where none does it says why.
func Find(t *table.Table, seat engine.Seat, sub Subcommand, options map[string]string) (engine.Move, error) {
	in := t.Game.Info()
	want := sub.wish(in, options)
	fit := slices.DeleteFunc(t.State.Legal(seat, nil), func(m engine.Move) bool { return !want.fits(in, m) })
	fit = firstMeant(in, fewestKeyed(in, fit), options)
	switch len(fit) {
	case 0:
		return engine.Move{}, sub.whyNot(t, seat, options)
	case 1:
		return fit[0], nil
	}
	return engine.Move{}, engine.Refuse(refusedAmbiguous, "", "option", "@arg."+firstDifference(in, fit)+".name")
}

// wish is what the options of a subcommand ask for.
type wish struct {
	verbs []engine.Verb
	// typed is what was typed by argument, and full what it may be short for.
	typed map[string]string
	full  map[string]map[string]bool
}

// wish reads options; those that are not arguments are passed over.
func (s Subcommand) wish(in *engine.Info, options map[string]string) wish {
	w := wish{verbs: s.Verbs, typed: map[string]string{}, full: map[string]map[string]bool{}}
	if what := options[WhatOption]; s.Grouped() && what != "" {
		w.verbs = slices.DeleteFunc(
			slices.Clone(s.Verbs), func(v engine.Verb) bool { return in.VerbInfo(v).Name != what },
		)
	}
	for _, v := range w.verbs {
		for _, arg := range in.VerbInfo(v).Args {
			typed := strings.TrimSpace(options[arg.Name])
			if typed == "" {
				continue
			}
			w.typed[arg.Name] = typed
			for _, text := range expand(arg.Kind, typed) {
				if w.full[arg.Name] == nil {
					w.full[arg.Name] = map[string]bool{}
				}
				w.full[arg.Name][text] = true
			}
		}
	}
	return w
}

// expand lists what a text may be short for as a value of a kind.
func expand(kind engine.Kind, typed string) []string {
	if short, ok := kind.(engine.Shorthand); ok {
		return short.Expand(strings.ToLower(typed))
	}
	return nil
}

// fits reports whether m is what is asked for, as far as anything is.
func (w *wish) fits(in *engine.Info, m engine.Move) bool {
	if !slices.Contains(w.verbs, m.Verb) {
		return false
	}
	for name, typed := range w.typed {
		if value := ArgText(in, m, name); !w.full[name][value] && !sameValue(value, typed) {
			return false
		}
	}
	return true
}

// firstMeant settles what is open because it matters little, or because what was
// typed is short for several values: the first of them is taken.
func firstMeant(in *engine.Info, moves []engine.Move, options map[string]string) []engine.Move {
	if len(moves) < 2 || slices.ContainsFunc(moves, func(m engine.Move) bool { return m.Verb != moves[0].Verb }) {
		return moves
	}
	first := moves[0]
	for _, arg := range in.VerbInfo(first.Verb).Args {
		if arg.Any || len(expand(arg.Kind, strings.TrimSpace(options[arg.Name]))) > 0 {
			value := ArgText(in, first, arg.Name)
			moves = slices.DeleteFunc(moves, func(m engine.Move) bool { return ArgText(in, m, arg.Name) != value })
		}
	}
	return moves
}

// sameValue reports whether typed is value, in any case.
func sameValue(value, typed string) bool { return strings.EqualFold(value, strings.TrimSpace(typed)) }

// fewestKeyed keeps the moves with the fewest `key=` arguments: what is not
// asked for is not done, where there is a choice.
func fewestKeyed(in *engine.Info, moves []engine.Move) []engine.Move {
	fewest := engine.ArgSlots
	for _, m := range moves {
		fewest = min(fewest, keyed(in, m))
	}
	return slices.DeleteFunc(moves, func(m engine.Move) bool { return keyed(in, m) > fewest })
}

func keyed(in *engine.Info, m engine.Move) int {
	n := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		if arg.Key != "" && ArgText(in, m, arg.Name) != "" {
			n++
		}
	}
	return n
}

// firstDifference names the first argument in which moves differ.
func firstDifference(in *engine.Info, moves []engine.Move) string {
	for _, arg := range in.VerbInfo(moves[0].Verb).Args {
		for _, m := range moves {
			if ArgText(in, m, arg.Name) != ArgText(in, moves[0], arg.Name) {
				return arg.Name
			}
		}
	}
	return WhatOption
}

// maxGuess is how many values of an argument that was left out are tried to
// find the most telling reason.
const maxGuess = 64

// whyNot says why no legal move fits: of all moves that the options could mean,
// the refusal of the one that comes closest to being legal.
func (s Subcommand) whyNot(t *table.Table, seat engine.Seat, options map[string]string) error {
	in := t.Game.Info()
	var closest *engine.RuleError
	for _, v := range s.Verbs {
		if what := options[WhatOption]; what != "" && what != in.VerbInfo(v).Name {
			continue
		}
		m := engine.Move{Seat: seat, Verb: v}
		if err := s.fill(in, &m, options); err != nil {
			return err
		}
		for _, guess := range guesses(in, m, options) {
			_, err := t.State.Apply(guess)
			closest = Closer(in, closest, err)
		}
	}
	if closest == nil {
		return engine.Refuse(engine.RefusedMalformed, "", "move", s.Name, "why", "")
	}
	return closest
}

// fill puts the typed arguments into a move.
func (s Subcommand) fill(in *engine.Info, m *engine.Move, options map[string]string) error {
	for _, arg := range in.VerbInfo(m.Verb).Args {
		typed := strings.TrimSpace(options[arg.Name])
		if typed == "" {
			continue
		}
		readable := func(text string) bool { return setArg(in, m, arg.Name, text) }
		if !slices.ContainsFunc(spellings(typed), readable) && !slices.ContainsFunc(expand(arg.Kind, typed), readable) {
			return engine.Refuse(
				engine.RefusedMalformed, "", "move", text.Quoted(typed), "why", "@arg."+arg.Name+".name",
			)
		}
	}
	return nil
}

// spellings are the ways in which the notation may write what was typed.
func spellings(typed string) []string {
	return []string{typed, strings.ToLower(typed), strings.ToUpper(typed)}
}

// guesses are m with the first argument that is missing or may be short for
// several values, if there is one, at each of its values.
func guesses(in *engine.Info, m engine.Move, options map[string]string) []engine.Move {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		if texts := expand(arg.Kind, strings.TrimSpace(options[arg.Name])); len(texts) > 1 {
			all := make([]engine.Move, 0, len(texts))
			for _, text := range texts {
				if setArg(in, &m, arg.Name, text) {
					all = append(all, whole(in, m))
				}
			}
			return all
		}
		if arg.Key == "" && m.Args[slot] == 0 {
			all := make([]engine.Move, 0, maxGuess)
			for v := uint32(1); v <= maxGuess && arg.Kind.Valid([]uint32{v}); v++ {
				m.Args[slot] = v
				all = append(all, whole(in, m))
			}
			return all
		}
		slot += arg.Kind.Width()
	}
	return []engine.Move{m}
}

// whole is m with the first value of every argument that is missing: without
// them it could not even be read.
func whole(in *engine.Info, m engine.Move) engine.Move {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		if arg.Key == "" && m.Args[slot] == 0 && arg.Kind.Valid([]uint32{1}) {
			m.Args[slot] = 1
		}
		slot += arg.Kind.Width()
	}
	return m
}

// Closer is the refusal that is checked later of two.
func Closer(in *engine.Info, best *engine.RuleError, err error) *engine.RuleError {
	var refused *engine.RuleError
	if !errors.As(err, &refused) {
		return best
	}
	if best == nil || slices.Index(in.Refusals, refused.Code) > slices.Index(in.Refusals, best.Code) {
		return refused
	}
	return best
}

// Nearby lists up to three legal moves of the subcommand that share the most
// with what was typed.
func (s Subcommand) Nearby(t *table.Table, seat engine.Seat, options map[string]string) []engine.Move {
	in := t.Game.Info()
	legal := t.State.Legal(seat, nil)
	legal = slices.DeleteFunc(legal, func(m engine.Move) bool { return !slices.Contains(s.Verbs, m.Verb) })
	want := s.wish(in, options)
	shared := func(m engine.Move) int {
		n := 0
		if slices.Contains(want.verbs, m.Verb) {
			n += maxTyped
		}
		for name, typed := range want.typed {
			value := ArgText(in, m, name)
			if want.full[name][value] || sameValue(value, typed) {
				n += maxTyped
			}
			n += alike(value, typed)
		}
		return n
	}
	closeness := make(map[engine.Move]int, len(legal))
	for _, m := range legal {
		closeness[m] = shared(m)
	}
	slices.SortStableFunc(legal, func(a, b engine.Move) int { return cmp.Compare(closeness[b], closeness[a]) })
	return legal[:min(3, len(legal))]
}

// maxTyped is more than alike returns.
const maxTyped = 10

// alike is how many letters a value and what was typed begin with alike.
func alike(value, typed string) int {
	value, typed = strings.ToLower(value), strings.ToLower(typed)
	n := 0
	for n < min(len(value), len(typed), maxTyped-1) && value[n] == typed[n] {
		n++
	}
	return n
}
