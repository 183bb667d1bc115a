// Package choice finds the move that a player means. Players give a slash command with options,
// answer questions one after another, or move a cursor. The package also sorts legal moves, the
// best first, for menus and autocomplete. It plays no moves and writes no texts.
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

// refusedAmbiguous is the code of a refusal with the arg option.
const refusedAmbiguous = "ambiguous"

// Find returns the one legal move that the options of a subcommand mean, by argument name and with
// the verb under WhatOption. If several moves match, the error is the engine.RuleError ambiguous,
// which names an option; if none matches, it is the refusal of the closest move.
func Find(t *table.Table, seat engine.Seat, sub Subcommand, options map[string]string) (engine.Move, error) {
	in := t.Game.Info()
	want := sub.wish(in, options)
	fit := slices.DeleteFunc(t.State.Legal(seat, nil), func(m engine.Move) bool { return !want.fits(in, m) })
	fit = resolve(in, fewestKeyed(in, fit), options)
	switch len(fit) {
	case 0:
		return engine.Move{}, sub.whyNot(t, seat, options)
	case 1:
		return fit[0], nil
	}
	return engine.Move{}, engine.Refuse(refusedAmbiguous, "", "option", "@arg."+firstDifference(in, fit)+".name")
}

type wish struct {
	verbs []engine.Verb
	// typed holds what was typed, by argument name.
	typed map[string]string
	// full holds the values that typed may be short for, by argument name.
	full map[string][]string
}

// wish reads the options that are arguments of the verbs.
func (s Subcommand) wish(in *engine.Info, options map[string]string) wish {
	w := wish{verbs: s.Verbs, typed: map[string]string{}, full: map[string][]string{}}
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
			w.full[arg.Name] = append(w.full[arg.Name], expand(arg.Kind, typed)...)
		}
	}
	return w
}

// expand lists the values of a kind that a text may be short for.
func expand(kind engine.Kind, typed string) []string {
	if short, ok := kind.(engine.Shorthand); ok {
		return short.Expand(strings.ToLower(typed))
	}
	return nil
}

func (w *wish) fits(in *engine.Info, m engine.Move) bool {
	if !slices.Contains(w.verbs, m.Verb) {
		return false
	}
	for name, typed := range w.typed {
		if !w.matches(name, ArgText(in, m, name), typed) {
			return false
		}
	}
	return true
}

func (w *wish) matches(name, value, typed string) bool {
	return strings.EqualFold(value, typed) || slices.Contains(w.full[name], value)
}

// resolve keeps the moves with the first move's value of every argument that matters little
// (Arg.Any) or whose text is short for values. It returns moves of different verbs unchanged.
func resolve(in *engine.Info, moves []engine.Move, options map[string]string) []engine.Move {
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

// fewestKeyed keeps the moves with the fewest `key=` arguments: who wants one asks for it.
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

// firstDifference returns the name of the first argument in which moves differ, else WhatOption.
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

// maxGuess is the number of values that whyNot tries for an argument that was left out.
const maxGuess = 64

// whyNot returns the refusal of the move closest to legal among those that options could mean.
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

// fill sets the typed arguments of a move. It refuses a text that is no value of its argument.
func (s Subcommand) fill(in *engine.Info, m *engine.Move, options map[string]string) error {
	for _, arg := range in.VerbInfo(m.Verb).Args {
		typed := strings.TrimSpace(options[arg.Name])
		if typed == "" {
			continue
		}
		readable := func(text string) bool { return setArg(in, m, arg.Name, text) }
		spellings := []string{typed, strings.ToLower(typed), strings.ToUpper(typed)}
		if !slices.ContainsFunc(append(spellings, expand(arg.Kind, typed)...), readable) {
			return engine.Refuse(
				engine.RefusedMalformed, "", "move", text.Quoted(typed), "why", "@arg."+arg.Name+".name",
			)
		}
	}
	return nil
}

// guesses returns the moves that m may become: one for each value of the first argument that is
// missing or short for several values. Without such an argument it returns only m.
func guesses(in *engine.Info, m engine.Move, options map[string]string) []engine.Move {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		if texts := expand(arg.Kind, strings.TrimSpace(options[arg.Name])); len(texts) > 1 {
			all := make([]engine.Move, 0, len(texts))
			for _, text := range texts {
				if setArg(in, &m, arg.Name, text) {
					all = append(all, complete(in, m))
				}
			}
			return all
		}
		if arg.Key == "" && m.Args[slot] == 0 {
			all := make([]engine.Move, 0, maxGuess)
			for v := uint32(1); v <= maxGuess && arg.Kind.Valid([]uint32{v}); v++ {
				m.Args[slot] = v
				all = append(all, complete(in, m))
			}
			return all
		}
		slot += arg.Kind.Width()
	}
	return []engine.Move{m}
}

// complete returns m with the first value for every missing argument, so that the game can read it.
func complete(in *engine.Info, m engine.Move) engine.Move {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		if arg.Key == "" && m.Args[slot] == 0 && arg.Kind.Valid([]uint32{1}) {
			m.Args[slot] = 1
		}
		slot += arg.Kind.Width()
	}
	return m
}

// Closer returns err if it is a refusal that the game checks later than best, which may be nil.
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

// Nearby returns up to three legal moves of the subcommand that have most in common with options.
func (s Subcommand) Nearby(t *table.Table, seat engine.Seat, options map[string]string) []engine.Move {
	legal := s.among(t.State.Legal(seat, nil))
	want := s.wish(t.Game.Info(), options)
	shared := func(m engine.Move) int {
		n := 0
		if slices.Contains(want.verbs, m.Verb) {
			n += fullMatch
		}
		for name, typed := range want.typed {
			value := ArgText(t.Game.Info(), m, name)
			if want.matches(name, value, typed) {
				n += fullMatch
			}
			n += sharedPrefix(value, typed)
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

// fullMatch is the weight of an argument that matches. It is greater than any sharedPrefix.
const fullMatch = 10

// sharedPrefix returns the length of the common prefix of ASCII texts in any case, below fullMatch.
func sharedPrefix(a, b string) (n int) {
	for n < min(len(a), len(b), fullMatch-1) && strings.EqualFold(a[n:n+1], b[n:n+1]) {
		n++
	}
	return n
}
