package choice

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/engine"
	"amytis/engine/table"
)

// TestTheBestMovesComeFirst compares several calls at once with the ranks of all moves.
func TestTheBestMovesComeFirst(t *testing.T) {
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MinSeats)
		in := p.Info()
		for n := 0; n < len(p.Moves); n += 20 {
			at := p.At(t, n)
			if at.Turn().Has(engine.Chance) {
				continue
			}
			seat := at.Turn().Slice()[0]
			legal := rank(at, seat)
			for _, sub := range Subcommands(in) {
				want := slices.DeleteFunc(slices.Clone(legal.Moves), func(m engine.Move) bool {
					return !slices.Contains(sub.Verbs, m.Verb)
				})
				slices.SortStableFunc(want, func(a, b engine.Move) int {
					return cmp.Compare(at.State.Describe(b).Rank, at.State.Describe(a).Rank)
				})
				var asking sync.WaitGroup
				for range 3 {
					asking.Go(func() { assert.Equal(t, want, append([]engine.Move{}, legal.Best(sub)...)) })
				}
				asking.Wait()
			}
		}
	}
}

func TestTheRankingsUsedLastAreKept(t *testing.T) {
	game, _ := games.Find("babel")
	at := playtest.Play(t, game, nil, 2).At(t, 10)
	k := NewRankings()
	first := k.Of(0, at, 2)
	for id := range 2 * maxRankings {
		k.Of(table.ID(id), at, 2)
		require.Same(t, first, k.Of(0, at, 2), "used just now")
	}
	require.Equal(t, maxRankings, k.ranked.Len())
}

func TestWaysAreTheMovesAtTheSamePlace(t *testing.T) {
	g := games.All[0]
	p := playtest.Play(t, g, nil, g.Info().MinSeats)
	in := p.Info()
	compared := 0
	for n := range p.Moves {
		at := p.At(t, n)
		if at.Turn().Has(engine.Chance) {
			continue
		}
		legal := at.State.Legal(at.Turn().Slice()[0], nil)
		before := slices.Clone(legal)
		for _, m := range legal[:min(len(legal), 3)] {
			for _, other := range Ways(in, legal, m, 25) {
				assert.Equal(t, m.Verb, other.Verb)
				assert.Equal(t, ArgText(in, m, "hole"), ArgText(in, other, "hole"))
				compared++
			}
		}
		require.Equal(t, before, legal, "the moves changed")
	}
	assert.Positive(t, compared)
}

// likeness is what similarity stands for, written for words.
func likeness(a, b string) int {
	left, right := strings.Fields(a), strings.Fields(b)
	n := 0
	for i := range min(len(left), len(right)) {
		n += fullMatch * sharedPrefix(left[i], right[i])
		if left[i] == right[i] {
			n += fullMatch * fullMatch
		}
	}
	return n
}

func TestTheNextLegalPlaceIsTheOneMostLikeTheGhost(t *testing.T) {
	for _, g := range games.All {
		rapid.Check(t, func(t *rapid.T) {
			moves := someMoves(t, g)
			// Any move is like another, and mixed arguments make ghosts that are not legal.
			ghost, mixed := rapid.SampledFrom(moves).Draw(t, "ghost"), rapid.SampledFrom(moves).Draw(t, "mixed")
			for i := range ghost.Args {
				if mixed.Verb == ghost.Verb && rapid.Bool().Draw(t, "mix") {
					ghost.Args[i] = mixed.Args[i]
				}
			}
			best, most := engine.Move{}, -1
			for _, m := range moves {
				if n := likeness(FormatMove(g, m), FormatMove(g, ghost)); n > most {
					best, most = m, n
				}
			}
			require.Equal(t, best, nearest(g, moves, ghost))
		})
	}
}
