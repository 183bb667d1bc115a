package hints

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

func TestTurnIsForeseenUpToWhatIsHidden(t *testing.T) {
	for _, c := range []struct {
		at    place
		turn  string
		steps int
		open  bool
	}{
		{place{"babel", nil, 2, 0, 85, 0}, "draw; settle A; end", 1, true}, // it may draw no Assyrians
		{place{"babel", nil, 2, 0, 51, 0}, "draw; build own; build opp; end", 4, false},
		{gardensLate, bestLate, 4, false},
	} {
		tab := c.at.at(t)
		f := foresee(tab, plan(t, tab, c.at.asking(tab), c.turn, 0).Moves, 1)
		assert.Len(t, f.steps, c.steps)
		assert.Equal(t, c.open, f.open)
	}
}

func TestARefusedMoveHasNoFuture(t *testing.T) {
	tab := gardensLate.at(t)
	f := foresee(tab, []engine.Move{engine.ResignMove(9)}, 1)
	assert.Empty(t, f.steps)
	assert.Same(t, tab.Game.Info(), f.after.Game.Info())
}
