package bot

import (
	"sync"

	"amytis/engine"
	"amytis/engine/table"

	lru "github.com/hashicorp/golang-lru/v2"
)

// ranked are a seat's legal moves, each with how good it looks: menus and
// autocomplete are ordered by it.
type ranked struct {
	moves []engine.Move
	ranks []int
	// hints are what was said of moves, by hintKey: to say it takes longer
	// than to find it.
	hints sync.Map
}

// hintKey is a move in a language.
type hintKey struct {
	move engine.Move
	lang string
}

// hint is what say says of a move in a language. It is asked once.
func (r *ranked) hint(m engine.Move, lang string, say func() string) string {
	key := hintKey{m, lang}
	if said, found := r.hints.Load(key); found {
		return said.(string)
	}
	said := say()
	r.hints.Store(key, said)
	return said
}

// rank lists a seat's legal moves in the order of Legal.
func rank(t *table.Table, seat engine.Seat) *ranked {
	r := &ranked{moves: t.State.Legal(seat, nil)}
	r.ranks = make([]int, len(r.moves))
	for i, m := range r.moves {
		r.ranks[i] = t.State.Describe(m).Rank
	}
	return r
}

// rankings keeps the rankings that were asked for last: autocomplete asks again
// at every letter, and a thousand placements take a while to look at.
type rankings struct {
	kept *lru.Cache[rankingKey, *ranked]
}

func newRankings() *rankings {
	kept, err := lru.New[rankingKey, *ranked](keptRankings)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &rankings{kept}
}

type rankingKey struct {
	table   table.ID
	version table.Version
	seat    engine.Seat
}

// keptRankings bounds the memory: some 40 KB each.
const keptRankings = 256

// of gives the ranking of a seat's moves at a table.
func (k *rankings) of(id table.ID, t *table.Table, seat engine.Seat) *ranked {
	key := rankingKey{id, t.Version, seat}
	if r, found := k.kept.Get(key); found {
		return r
	}
	r := rank(t, seat)
	k.kept.Add(key, r)
	return r
}
