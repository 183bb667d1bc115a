package bot

import (
	"sync"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
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
	lang text.Lang
}

// hint is what a move would do, in a few words.
func (r *ranked) hint(w *text.Words, t *table.Table, m engine.Move) string {
	key := hintKey{m, w.Lang()}
	if said, found := r.hints.Load(key); found {
		return said.(string)
	}
	said := hint(w, t, m)
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
	mu   sync.Mutex
	kept map[rankingKey]*ranked
}

type rankingKey struct {
	table   table.ID
	version table.Version
	seat    engine.Seat
}

// keptRankings bounds the memory: some 40 KB each.
const keptRankings = 256

// of gives the ranking of a seat's moves; of a full memory any other goes.
func (k *rankings) of(s seen, seat engine.Seat) *ranked {
	key := rankingKey{s.id, s.table.Version, seat}
	k.mu.Lock()
	r, found := k.kept[key]
	k.mu.Unlock()
	if found {
		return r
	}
	r = rank(s.table, seat)
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.kept) >= keptRankings {
		for other := range k.kept {
			delete(k.kept, other)
			break
		}
	}
	k.kept[key] = r
	return r
}
