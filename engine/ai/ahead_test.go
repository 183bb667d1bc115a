package ai_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/gardens"
	"amytis/engine/towers"
)

// lookingAhead is a number of turns with which a search of gardens or towers looks ahead.
const lookingAhead = 1000

func TestSearchThatLooksAheadDoesNotDependOnWhatIsHiddenNorOnEarlierSearches(t *testing.T) {
	for _, v := range []variant{
		{gardens.Game, nil, 2}, {gardens.Game, engine.Options{"build": "together"}, 2}, {gardens.Game, nil, 4},
		{towers.Game, nil, 3}, {towers.Game, engine.Options{"expert": "true"}, 4},
	} {
		used := ai.NewPlayer(v.game)
		tried := 0
		v.walk(t, 6, 13, func(s engine.State, seat engine.Seat) {
			budget := ai.Budget{Turns: lookingAhead}
			first := ai.NewPlayer(v.game).Think(s, seat, budget, 1)
			d := s.Mind()
			d.Imagine(seat, rand.New(rand.NewPCG(1, 1)))
			again := used.Think(d.State(), seat, budget, 1)
			require.Equal(t, first.Best, again.Best)
			require.Equal(t, first.Tried, again.Tried)
			require.Len(t, again.Other.Moves, len(first.Other.Moves))
			apply(t, v.game, s, first.Best.Moves)
			assert.LessOrEqual(t, first.Tried, lookingAhead)
			tried = max(tried, first.Tried)
			if len(first.Other.Moves) > 0 {
				assert.Equal(t, first.Other, again.Other)
				assert.NotEqual(t, first.Best.Moves[0], first.Other.Moves[0])
				assert.GreaterOrEqual(t, first.Best.Lead, first.Other.Lead)
			}
		})
		assert.Greater(t, tried, lookingAhead*3/4, "%v: the search does not look ahead", v)
	}
}

func TestSearchThatIsStoppedWhileItLooksAheadStillFindsATurn(t *testing.T) {
	for _, v := range []variant{{gardens.Game, nil, 2}, {towers.Game, nil, 3}} {
		p := ai.NewPlayer(v.game)
		v.walk(t, 7, 41, func(s engine.State, seat engine.Seat) {
			for _, n := range []int{lookingAhead / 8, lookingAhead / 4, lookingAhead / 3, lookingAhead / 2} {
				found := p.Think(s, seat, ai.Budget{Turns: lookingAhead, Stop: stopAfter(n)}, 1)
				require.NotEmpty(t, found.Best.Moves)
				apply(t, v.game, s, found.Best.Moves)
			}
		})
	}
}

func TestWeighFindsLittleBetterThanAStrongTurn(t *testing.T) {
	gain, turns := 0, 0
	for _, v := range []variant{{gardens.Game, nil, 2}, {towers.Game, nil, 3}} {
		p := ai.NewPlayer(v.game)
		budget := ai.Budget{Turns: ai.Levels.Turns(v.game)}
		v.walk(t, 8, 13, func(s engine.State, seat engine.Seat) {
			best, played := p.Weigh(s, p.Choose(s, seat, ai.Levels, 1, nil), budget, 2)
			gain += int(best.Lead - played.Lead)
			turns++
		})
	}
	assert.Less(t, gain/turns, 45, "hundredths of a point a turn, 56 without a second look")
}

// TestTurnThatOnlyAnUndoCanMendHasNoMoves begins a turn that cannot end: five pieces apart (T-11).
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
