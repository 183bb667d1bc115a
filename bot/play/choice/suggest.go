package choice

import (
	"cmp"
	"slices"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Value is a possible value of an argument.
type Value struct {
	// Text is the value in the record's notation; Move is the best move that has it.
	Text string
	Move engine.Move
	rank int
}

// BestValues returns at most `most` values of the argument name, or of WhatOption, that contain
// typed. It looks at the legal moves that match the other options, given. Values that start with
// typed come first, then better moves come first.
func BestValues(
	t *table.Table, legal *Ranked, sub Subcommand, given map[string]string, name, typed string, most int,
) []Value {
	in := t.Game.Info()
	best := map[string]int{}
	var values []Value
	want := sub.wish(in, given)
	for _, m := range legal.Moves {
		if !want.fits(in, m) {
			continue
		}
		v := ArgText(in, m, name)
		if name == WhatOption {
			v = in.VerbInfo(m.Verb).Name
		}
		if v == "" || text.Match(v, typed) == text.NoMatch {
			continue
		}
		at, found := best[v]
		switch {
		case !found:
			best[v] = len(values)
			values = append(values, Value{v, m, legal.known[m].rank})
		case legal.known[m].rank > values[at].rank:
			values[at] = Value{v, m, legal.known[m].rank}
		}
	}
	slices.SortStableFunc(values, func(a, b Value) int {
		return cmp.Or(cmp.Compare(text.Match(a.Text, typed), text.Match(b.Text, typed)), cmp.Compare(b.rank, a.rank))
	})
	return values[:min(len(values), most)]
}
