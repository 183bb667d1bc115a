package choice

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/engine"
)

// TestNextPieceIsOfferedBesideTheLastOne looks at the towers of a random game. Where a tower may
// stand one step from the last one, the cursor goes on there, at the best such place.
func TestNextPieceIsOfferedBesideTheLastOne(t *testing.T) {
	towers := games.All[slices.IndexFunc(games.All, func(g games.Entry) bool { return g.Info().ID == "towers" })]
	p := playtest.Play(t, towers, nil, 3)
	in := p.Info()
	beside, away := 0, 0
	for n, m := range p.Moves[:60] {
		at := p.At(t, n+1)
		spots := rank(at, m.Seat).Best(Subcommand{Verbs: []engine.Verb{m.Verb}})
		if len(in.VerbInfo(m.Verb).Axes) == 0 || len(spots) == 0 {
			continue
		}
		got := Beside(at, m, spots)
		if got == spots[0] {
			away++
			continue
		}
		beside++
		steps := 0
		for _, axis := range in.VerbInfo(m.Verb).Axes {
			if !in.Reversible(axis) {
				continue
			}
			for _, by := range []int{1, -1} {
				if next, _ := at.State.Aim(m, axis, by); next == got {
					steps++
				}
				if next, _ := at.State.Aim(m, axis, by); slices.Contains(spots, next) {
					require.LessOrEqual(t, slices.Index(spots, got), slices.Index(spots, next))
				}
			}
		}
		require.Positive(t, steps, "%v is not one step from %v", got, m)
	}
	require.Greater(t, beside, 5)
	t.Log(beside, away)
}
