package reasons

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
)

func TestTurnIsForeseenUpToWhatIsHidden(t *testing.T) {
	for _, c := range []struct {
		at    place
		turn  string
		steps int
		open  bool
	}{
		{place{"babel", nil, 2, 0, 85, 0}, "draw; settle M; end", 1, true}, // it may draw no Medes
		{place{"babel", nil, 2, 0, 51, 0}, "draw; build own; build opp; end", 4, false},
		{gardensLate, bestLate, 4, false},
	} {
		tab := c.at.at(t)
		f := Foresee(tab, plan(t, tab, c.at.asking(tab), c.turn, 0).Moves, 1)
		assert.Len(t, f.Steps, c.steps)
		assert.True(t, f.After.State.Equal(f.worlds[0]), "the turn ends in the first world that it was tried in")
		assert.Equal(t, c.open, f.Open)
	}
}

func TestSearchThatFindsNoEndOfTheTurnIsRecognized(t *testing.T) {
	p := place{"towers", nil, 3, 0, 19, 0}
	tab := p.at(t)
	hint := func() ai.Plan { return think(tab, tab.Turn().Slice()[0], engine.Move{}).Best }
	f := Foresee(tab, hint().Moves, 1)
	assert.False(t, f.Stuck(), "the turn can still end")
	for _, m := range plan(t, tab, p.asking(tab), "tower s23.1 n", 0).Moves {
		s, err := tab.State.Apply(m)
		require.NoError(t, err)
		tab = WithState(tab, s)
		tab.Version++
	}
	f = Foresee(tab, hint().Moves, 1)
	assert.True(t, f.Stuck(), "the tower cannot be connected")
}

func TestARefusedMoveHasNoFuture(t *testing.T) {
	tab := gardensLate.at(t)
	f := Foresee(tab, []engine.Move{engine.ResignMove(9)}, 1)
	assert.Empty(t, f.Steps)
	assert.Same(t, tab.Game.Info(), f.After.Game.Info())
}
