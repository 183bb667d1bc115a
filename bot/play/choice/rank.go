package choice

import (
	"cmp"
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"amytis/engine"
	"amytis/engine/table"
)

// Ranked holds a seat's legal moves with their ranks, by which menus and autocomplete are sorted.
// It is safe for concurrent use.
type Ranked struct {
	// Moves are the legal moves in the order of engine.State's Legal.
	Moves []engine.Move
	state engine.State
	mu    sync.Mutex
	// ranks and icons come from the Descriptions of Moves, where ranked is true.
	ranks  []int
	icons  []engine.Icon
	ranked []bool
	// of and best cache the results of Of and Best by the subcommand's verbs.
	of, best sync.Map
	// hints caches hint texts by hintKey. Formatting one costs more than the lookup.
	hints sync.Map
}

type hintKey struct {
	move engine.Move
	lang string
}

// Hint returns the hint text of a move in a language. It calls say for the text the first time.
func (r *Ranked) Hint(m engine.Move, lang string, say func() string) string {
	key := hintKey{m, lang}
	if said, found := r.hints.Load(key); found {
		return said.(string)
	}
	said := say()
	r.hints.Store(key, said)
	return said
}

func rank(t *table.Table, seat engine.Seat) *Ranked {
	moves := t.State.Legal(seat, nil)
	return &Ranked{
		Moves: moves, state: t.State, ranks: make([]int, len(moves)), icons: make([]engine.Icon, len(moves)),
		ranked: make([]bool, len(moves)),
	}
}

func (r *Ranked) rank(i int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.describe(i)
	return r.ranks[i]
}

// describe finds the rank and the icon of the move at i when they are first needed. Autocomplete
// needs only the moves that fit the typed text. r.mu must be locked.
func (r *Ranked) describe(i int) {
	if !r.ranked[i] {
		d := r.state.Describe(r.Moves[i])
		r.ranks[i], r.icons[i], r.ranked[i] = d.Rank, d.Icon, true
	}
}

// Icon returns the icon of a move, 0 for none.
func (r *Ranked) Icon(in *engine.Info, m engine.Move) engine.Icon {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.Index(r.Moves, m); i >= 0 {
		if r.describe(i); r.icons[i] != 0 {
			return r.icons[i]
		}
	}
	return in.VerbInfo(m.Verb).Icon
}

// MovesOf returns the moves of a subcommand, in their order. They are found once; do not change
// them.
func (r *Ranked) MovesOf(sub Subcommand) []engine.Move {
	return once(&r.of, sub, func() []engine.Move {
		return slices.Clip(slices.DeleteFunc(slices.Clone(r.Moves), func(m engine.Move) bool {
			return !slices.Contains(sub.Verbs, m.Verb)
		}))
	})
}

// Best returns the moves of a subcommand, the best first. They are sorted once; do not change them.
func (r *Ranked) Best(sub Subcommand) []engine.Move {
	return once(&r.best, sub, func() []engine.Move { return r.Sorted(r.MovesOf(sub)) })
}

// Offered returns what menus offer: Best without moves that have no effect.
func (r *Ranked) Offered(sub Subcommand) []engine.Move {
	moves := r.Best(sub)
	for n := len(moves); n > 0 && r.state.Describe(moves[n-1]).Rank == engine.RankVain; n = len(moves) {
		moves = moves[:n-1]
	}
	return moves
}

func once(results *sync.Map, sub Subcommand, find func() []engine.Move) []engine.Move {
	verbs := make([]byte, len(sub.Verbs))
	for i, v := range sub.Verbs {
		verbs[i] = byte(v)
	}
	moves, found := results.Load(string(verbs))
	if !found {
		moves, _ = results.LoadOrStore(string(verbs), find())
	}
	return moves.([]engine.Move)
}

// Sorted returns some of the moves, the best first. some must be in the order of Moves. Ranking a
// move takes about 4 µs the first time.
func (r *Ranked) Sorted(some []engine.Move) []engine.Move {
	order := make([]int, 0, len(some))
	r.mu.Lock()
	for i, m := range r.Moves {
		if len(order) < len(some) && m == some[len(order)] {
			r.describe(i)
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.ranks[b], r.ranks[a]) })
	r.mu.Unlock()
	moves := make([]engine.Move, len(order))
	for i, at := range order {
		moves[i] = r.Moves[at]
	}
	return moves
}

// bestLike returns the best of the moves that agree with m in the arguments that count: m itself if
// none is better, or none is legal.
func (r *Ranked) bestLike(m engine.Move, counts argMask) engine.Move {
	best, most, found := m, 0, false
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, other := range r.Moves {
		if other.Verb != m.Verb || counts.only(other) != counts.only(m) {
			continue
		}
		r.describe(i)
		if rank := r.ranks[i]; !found || rank > most || rank == most && other == m {
			best, most, found = other, rank, true
		}
	}
	return best
}

// Places returns the first move of every place, in their order. Moves are at the same place if they
// have the same verb and agree in the arguments that tell the place; see engine.Arg. Without such
// arguments every move is a place.
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

// Ways returns the moves at m's place that differ in an argument that matters. While there are more
// than most, it keeps the ones that answer the next question as m does.
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

// Rankings caches rankings. Autocomplete needs the same one at every letter, and ranking a thousand
// moves takes a while. It is safe for concurrent use.
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
