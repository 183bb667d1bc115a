package choice

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Ranked holds a seat's legal moves, ranked for menus and autocomplete. It is safe for concurrent
// use. Ranking a thousand moves takes milliseconds, so each waits until its rank is asked for.
type Ranked struct {
	Moves []engine.Move // in the order of engine.State's Legal
	state engine.State
	best  sync.Map // of the results of Best, by the subcommand's verbs

	mu        sync.Mutex
	standings []standing // of Moves
}

// standing is what a move's description says of its place in a menu, once it is known.
type standing struct {
	known bool
	rank  int
	icon  engine.Icon
}

func rank(t *table.Table, seat engine.Seat) *Ranked {
	moves := t.State.Legal(seat, nil)
	return &Ranked{Moves: moves, state: t.State, standings: make([]standing, len(moves))}
}

// standing returns how the move at i in Moves stands.
func (r *Ranked) standing(i int) standing {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.standings[i]
	if !s.known {
		d := r.state.Describe(r.Moves[i])
		*s = standing{true, d.Rank, d.Icon}
	}
	return *s
}

// Icon returns the icon of a move, 0 for none.
func (r *Ranked) Icon(in *engine.Info, m engine.Move) (icon engine.Icon) {
	if i := slices.Index(r.Moves, m); i >= 0 {
		icon = r.standing(i).icon
	}
	return cmp.Or(icon, in.VerbInfo(m.Verb).Icon)
}

func (r *Ranked) MovesOf(sub Subcommand) []engine.Move { return sub.among(r.Moves) }

// Best returns the moves of a subcommand, the best first. They are sorted once; do not change them.
func (r *Ranked) Best(sub Subcommand) []engine.Move {
	key := fmt.Sprint(sub.Verbs)
	best, found := r.best.Load(key)
	if !found {
		best = r.Sorted(r.MovesOf(sub))
		r.best.Store(key, best)
	}
	return best.([]engine.Move)
}

// Offered returns what menus offer: Best without moves that have no effect, which come last. Do not
// change it.
func (r *Ranked) Offered(sub Subcommand) []engine.Move {
	moves := r.Best(sub)
	for n := len(moves); n > 0 && r.state.Describe(moves[n-1]).Rank == engine.RankVain; n-- {
		moves = moves[:n-1]
	}
	return moves
}

// Sorted returns some of the moves, the best first. some is in the order of Moves.
func (r *Ranked) Sorted(some []engine.Move) []engine.Move {
	type place struct{ at, rank int }
	places := make([]place, len(some))
	at := 0
	for i, m := range some {
		at += slices.Index(r.Moves[at:], m)
		places[i] = place{at, r.standing(at).rank}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.rank, a.rank) })
	sorted := make([]engine.Move, len(some))
	for i, p := range places {
		sorted[i] = r.Moves[p.at]
	}
	return sorted
}

// bestLike returns the best of the moves that agree with m in the arguments that count: m itself if
// none is better, or none is legal.
func (r *Ranked) bestLike(m engine.Move, counts argMask) engine.Move {
	best, most, found := m, 0, false
	for i, other := range r.Moves {
		if other.Verb != m.Verb || counts.only(other) != counts.only(m) {
			continue
		}
		if rank := r.standing(i).rank; !found || rank > most || rank == most && other == m {
			best, most, found = other, rank, true
		}
	}
	return best
}

// Places returns the first move of every place. Moves are at one place if they have the same verb
// and agree in the arguments that tell the place (engine.Arg), or in all if none does.
func Places(in *engine.Info, moves []engine.Move) []engine.Move {
	seen := map[engine.Move]bool{}
	var firsts []engine.Move
	for _, m := range moves {
		if at := argsOf(in, m.Verb, isPlace).only(m); !seen[at] {
			seen[at] = true
			firsts = append(firsts, m)
		}
	}
	return firsts
}

// Ways returns the moves at m's place that differ in an argument that matters. If there are more
// than most, only the moves that answer the next question as m does stay.
func Ways(in *engine.Info, moves []engine.Move, m engine.Move, most int) []engine.Move {
	place := argsOf(in, m.Verb, isPlace)
	matters := argsOf(in, m.Verb, func(arg engine.Arg) bool { return !arg.Any })
	at := place.only(m)
	same := matters.only(m)
	var ways []engine.Move
	for _, other := range moves {
		if other.Verb == m.Verb && place.only(other) == at && matters.only(other) != same {
			ways = append(ways, other)
		}
	}
	for len(ways) > most {
		q, open := NextQuestion(in, ways)
		if !open {
			return ways[:most]
		}
		answer := q.Answer(in, m)
		ways = slices.DeleteFunc(ways, func(other engine.Move) bool { return q.Answer(in, other) != answer })
	}
	return ways
}

// argMask tells for each of a move's Args whether it counts.
type argMask [engine.ArgSlots]bool

func isPlace(arg engine.Arg) bool { return arg.Place }

// argsOf returns the arguments of a verb that count, or all if none does.
func argsOf(in *engine.Info, verb engine.Verb, counts func(engine.Arg) bool) argMask {
	var mask argMask
	slot := 0
	for _, arg := range in.VerbInfo(verb).Args {
		end := slot + arg.Kind.Width()
		for ; slot < end; slot++ {
			mask[slot] = counts(arg)
		}
	}
	if mask == (argMask{}) {
		for i := range mask {
			mask[i] = true
		}
	}
	return mask
}

// only returns m without the arguments that do not count.
func (a argMask) only(m engine.Move) engine.Move {
	for i, counts := range a {
		if !counts {
			m.Args[i] = 0
		}
	}
	return m
}

// Rankings caches rankings: autocomplete needs one at every letter. It is safe for concurrent use.
type Rankings struct {
	mu     sync.Mutex
	ranked simplelru.LRUCache[rankingKey, func() *Ranked]
}

// maxRankings is how many are kept. One has up to a few thousand moves, of about 80 bytes each.
const maxRankings = 128

func NewRankings() *Rankings {
	ranked, _ := simplelru.NewLRU[rankingKey, func() *Ranked](maxRankings, nil) // it fails only for a size of 0
	return &Rankings{ranked: ranked}
}

type rankingKey struct {
	table   table.ID
	version table.Version
	seat    engine.Seat
}

// Of returns the ranking of a seat's legal moves at a table. id is the table's ID.
func (k *Rankings) Of(id table.ID, t *table.Table, seat engine.Seat) *Ranked {
	key := rankingKey{id, t.Version, seat}
	k.mu.Lock()
	ranked, found := k.ranked.Get(key)
	if !found {
		ranked = sync.OnceValue(func() *Ranked { return rank(t, seat) })
		k.ranked.Add(key, ranked)
	}
	k.mu.Unlock()
	return ranked()
}

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
	for i, m := range legal.Moves {
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
			values = append(values, Value{v, m, legal.standing(i).rank})
		case legal.standing(i).rank > values[at].rank:
			values[at] = Value{v, m, legal.standing(i).rank}
		}
	}
	slices.SortStableFunc(values, func(a, b Value) int {
		return cmp.Or(cmp.Compare(text.Match(a.Text, typed), text.Match(b.Text, typed)), cmp.Compare(b.rank, a.rank))
	})
	return values[:min(len(values), most)]
}
