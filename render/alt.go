package render

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf16"

	"amytis/engine"
)

// Facts are the sentences that describe a picture, each told whole or not at all.
type Facts struct {
	// Changed says what the picture marks: a piece about to be placed, then what has changed.
	Changed []string
	// Next says who acts next, or who has won. It is the last to be left out.
	Next []string
	// Rest is everything else, the most important first.
	Rest []string
}

// Detail is how much a description says.
type Detail uint8

const (
	// Whole tells the whole position, whatever the picture shows, as lines of a text board in Rest.
	Whole Detail = iota
	// Full names things in words.
	Full
	// Brief uses ids and letters where there are any, and leaves out what is least important.
	Brief
)

// BoardOf describes a position in lines for screen readers, r.Seat's things first; "" if g cannot.
func BoardOf(g Gallery, v engine.View, r Request, w Words) string {
	r.View = ""
	return strings.Join(FactsOf(g, v, r, w, Whole).Rest, "\n")
}

// AltOf describes a gallery's picture in at most MaxAlt UTF-16 units, "" if there is none. If even
// brief facts do not fit, it drops the least important and says where the rest is.
func AltOf(g Gallery, v engine.View, r Request, w Words) string {
	text := FactsOf(g, v, r, w, Full).String()
	if AltLength(text) <= MaxAlt {
		return text
	}
	f := FactsOf(g, v, r, w, Brief)
	text = f.String()
	if AltLength(text) <= MaxAlt {
		return text
	}
	return f.Fit(MaxAlt, w.T("alt.more", nil)).String()
}

// Fit keeps Next first, then Changed, then Rest, within room UTF-16 units. last always fits.
func (f Facts) Fit(room int, last string) Facts {
	room -= AltLength(last)
	keepFitting := func(facts []string) []string {
		for i, fact := range facts {
			room -= AltLength(fact) + 1
			if room < 0 {
				return facts[:i:i]
			}
		}
		return slices.Clip(facts)
	}
	fitting := Facts{Next: keepFitting(f.Next)}
	fitting.Changed = keepFitting(f.Changed)
	fitting.Rest = append(keepFitting(f.Rest), last)
	return fitting
}

func (f Facts) String() string {
	return strings.Join(slices.Concat(f.Changed, f.Next, f.Rest), " ")
}

// AltLength returns the length of text in UTF-16 code units, the unit of [MaxAlt].
func AltLength(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// longestFact is about how much of a list one fact tells, in UTF-16 units.
const longestFact = 240

// Listed says the text of key with the list as its placeholder Things; args are as for Say. A long
// list takes several facts, an empty one none.
func (t Teller) Listed(key string, things []string, args ...any) (facts []string) {
	for len(things) > 0 {
		n := 1
		length := AltLength(things[0])
		for n < len(things) && length+AltLength(things[n]) < longestFact {
			length += AltLength(things[n]) + 2
			n++
		}
		facts = append(facts, t.Say(key, append(args[:len(args):len(args)], "Things", t.Clauses(things[:n]))...))
		things = things[n:]
	}
	return facts
}

// Runs iterates over the runs of equal elements of s: s[from:to].
func Runs[T comparable](s []T) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for from := 0; from < len(s); {
			to := from + 1
			for to < len(s) && s[to] == s[from] {
				to++
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}

// Grouped collects places by what they have in common, such as their level, in the order of Add.
type Grouped[Key comparable] struct {
	keys   []Key
	places map[Key][]string
}

func (g *Grouped[Key]) Add(key Key, place string) {
	if g.places == nil {
		g.places = map[Key][]string{}
	}
	if _, added := g.places[key]; !added {
		g.keys = append(g.keys, key)
	}
	g.places[key] = append(g.places[key], place)
}

const mostPlaces = 30

// All yields every group with its places, separated by commas, large groups in parts.
func (g *Grouped[Key]) All(yield func(key Key, places string) bool) {
	for _, key := range g.keys {
		for places := range slices.Chunk(g.places[key], mostPlaces) {
			if !yield(key, strings.Join(places, ", ")) {
				return
			}
		}
	}
}
