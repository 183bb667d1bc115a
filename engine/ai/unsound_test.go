package ai_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/towers"
)

// TestTurnThatOnlyAnUndoCanMendHasNoMoves begins a turn of Tower Builders that cannot end: five
// pieces lie apart (T-11).
func TestTurnThatOnlyAnUndoCanMendHasNoMoves(t *testing.T) {
	v := variant{towers.Game, nil, 3}
	s := v.start(t, 1)
	r := rand.New(rand.NewPCG(1, 1))
	assert.Equal(t, engine.Move{}, s.Mind().Draw(2, r), "a seat that is not in turn draws a move")
	p := ai.NewPlayer(v.game)
	for _, line := range []string{"1 tower a1.1 n", "1 tower c1.1 n", "1 tower e1.1 n", "1 tower g1.1 n", "1 tower j1.1 n"} {
		require.NotEqual(t, engine.Move{}, s.Mind().Draw(1, r), "before %s", line)
		for level := ai.Level(0); level <= ai.Levels; level++ {
			apply(t, v.game, s, p.Choose(s, 1, level, 1, stopAfter(1))[:1])
		}
		m, err := v.game.ParseMove(line)
		require.NoError(t, err)
		s = apply(t, v.game, s, []engine.Move{m})
	}
	assert.Equal(t, engine.Move{}, s.Mind().Draw(1, r))
	for level := ai.Level(0); level <= ai.Levels; level++ {
		assert.Empty(t, p.Choose(s, 1, level, 1, nil), "level %d", level)
	}
	thought := p.Think(s, 1, ai.Budget{Turns: 1 << 40}, 1)
	assert.Empty(t, thought.Best.Moves)
	assert.Empty(t, thought.Other.Moves)
}
