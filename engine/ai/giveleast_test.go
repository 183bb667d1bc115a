package ai

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/towers"
)

func TestTowersThatOnlyFillATurnGiveTheOthersLess(t *testing.T) {
	seats := make([]engine.SeatInfo, 3)
	s, err := towers.Game.Start(nil, seats, towers.Game.Deal(nil, seats, newRand(1)))
	require.NoError(t, err)
	p := NewPlayer(towers.Game)
	less, turns := 0, 0
	for ; s.Turn() != 0; turns++ {
		x := p.newSearch(s, s.Turn().Slice()[0], 1, maxWorlds)
		p.shortlist.reset()
		found := x.think(Budget{Turns: aheadFrom - 1})
		require.True(t, x.value(&found.Best), "the turn that was found ends")
		lead, given := found.Best.Lead, x.gains(math.MaxInt32)
		x.giveLeast(&found)
		require.True(t, x.value(&found.Best), "the turn still ends")
		assert.GreaterOrEqual(t, found.Best.Lead, lead)
		now := x.gains(math.MaxInt32)
		require.LessOrEqual(t, now, given)
		if now < given {
			less++
		}
		for _, m := range found.Best.Moves {
			s, err = s.Apply(m)
			require.NoError(t, err)
		}
	}
	assert.Positive(t, less, "of %d turns", turns)
}
