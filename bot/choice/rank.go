package choice

import (
	"cmp"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"amytis/engine"
	"amytis/engine/table"
)

// Ranked are a seat's legal moves, each with how good it looks: menus and autocomplete are ordered
// by it.
type Ranked struct {
	Moves []engine.Move
	ranks []int
	// hints are what was said of moves, by hintKey: to say it takes longer than to find it.
	hints sync.Map
}

// hintKey is a move in a language.
type hintKey struct {
	move engine.Move
	lang string
}

// Hint is what say says of a move in a language. It is asked once.
func (r *Ranked) Hint(m engine.Move, lang string, say func() string) string {
	key := hintKey{m, lang}
	if said, found := r.hints.Load(key); found {
		return said.(string)
	}
	said := say()
	r.hints.Store(key, said)
	return said
}

// rank lists a seat's legal moves in the order of Legal.
func rank(t *table.Table, seat engine.Seat) *Ranked {
	r := &Ranked{Moves: t.State.Legal(seat, nil)}
	r.ranks = make([]int, len(r.Moves))
	for i, m := range r.Moves {
		r.ranks[i] = t.State.Describe(m).Rank
	}
	return r
}

// Best lists the moves of a subcommand, the best first.
func Best(in *engine.Info, legal *Ranked, sub Subcommand) []engine.Move {
	var order []int
	for i, m := range legal.Moves {
		if slices.Contains(sub.Verbs, m.Verb) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(legal.ranks[b], legal.ranks[a]) })
	moves := make([]engine.Move, len(order))
	for i, at := range order {
		moves[i] = legal.Moves[at]
	}
	return moves
}

// Rankings keeps the rankings that were asked for last: autocomplete asks again at every letter,
// and a thousand placements take a while to look at.
type Rankings struct {
	kept *lru.Cache[rankingKey, *Ranked]
}

// NewRankings makes an empty memory of rankings.
func NewRankings() *Rankings {
	kept, err := lru.New[rankingKey, *Ranked](keptRankings)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Rankings{kept}
}

type rankingKey struct {
	table   table.ID
	version table.Version
	seat    engine.Seat
}

// keptRankings bounds the memory: some 40 KB each.
const keptRankings = 256

// Of gives the ranking of a seat's moves at a table.
func (k *Rankings) Of(id table.ID, t *table.Table, seat engine.Seat) *Ranked {
	key := rankingKey{id, t.Version, seat}
	if r, found := k.kept.Get(key); found {
		return r
	}
	r := rank(t, seat)
	k.kept.Add(key, r)
	return r
}
