package choice

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/engine"
	"amytis/engine/table"
)

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
				require.Equal(t, want, append([]engine.Move{}, legal.Best(sub)...))
				want = slices.DeleteFunc(want, func(m engine.Move) bool { return at.State.Describe(m).Rank == engine.RankVain })
				require.Equal(t, want, append([]engine.Move{}, legal.Offered(sub)...))
				for _, m := range want {
					own := in.VerbInfo(m.Verb).Icon
					require.Equal(t, cmp.Or(at.State.Describe(m).Icon, own), legal.Icon(in, m))
				}
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
