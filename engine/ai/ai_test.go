package ai_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/longrun"
	"amytis/engine/towers"
)

// variant is a game with options and a number of seats.
type variant struct {
	game  engine.Game
	opts  engine.Options
	seats int
}

func (v variant) String() string {
	name := fmt.Sprintf("%s of %d", v.game.Info().ID, v.seats)
	for _, option := range slices.Sorted(maps.Keys(v.opts)) {
		name += " " + v.opts[option]
	}
	return name
}

var variants = []variant{
	{babel.Game, nil, 2},
	{gardens.Game, nil, 2},
	{gardens.Game, engine.Options{"build": "together"}, 4},
	{towers.Game, nil, 3},
	{towers.Game, engine.Options{"mode": "quick"}, 3},
	{towers.Game, engine.Options{"mode": "quick", "clock": "120"}, 5},
}

// start deals a game.
func (v variant) start(t testing.TB, seed uint64) engine.State {
	t.Helper()
	seats := make([]engine.SeatInfo, v.seats)
	s, err := v.game.Start(v.opts, seats, v.game.Deal(v.opts, seats, rand.New(rand.NewPCG(seed, 0))))
	require.NoError(t, err)
	return s
}

// apply plays moves one after the other.
func apply(t testing.TB, g engine.Game, s engine.State, moves []engine.Move) engine.State {
	t.Helper()
	for _, m := range moves {
		next, err := s.Apply(m)
		require.NoError(t, err, string(g.AppendMove(nil, m)))
		s = next
	}
	return s
}

// walk plays a game by level 1 up to its end. At some positions it calls visit with a seat in turn.
func (v variant) walk(t testing.TB, seed uint64, every int, visit func(s engine.State, seat engine.Seat)) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	p := ai.NewPlayer(v.game)
	s := v.start(t, seed)
	for i := 0; s.Turn() != 0; i++ {
		if s.Turn().Has(engine.Chance) {
			s = apply(t, v.game, s, []engine.Move{s.Chance(r)})
			continue
		}
		turn := s.Turn().Slice()
		seat := turn[r.IntN(len(turn))]
		if i%every == 0 {
			visit(s, seat)
		}
		s = apply(t, v.game, s, p.Choose(s, seat, 1, r.Uint64(), nil))
	}
}

// stopAfter returns a function that stops a search after n turns.
func stopAfter(n int) func() bool {
	return func() bool { n--; return n <= 0 }
}

// A round with a clock goes on when somebody's nobles all stand, and here no time is up.
func TestComputersBuildInARoundWithAClockAndThenStop(t *testing.T) {
	v := variant{towers.Game, engine.Options{"mode": "quick", "clock": "120"}, 3}
	s, p, steps := v.start(t, 5), ai.NewPlayer(v.game), [4]int{}
	for s.Pace().Since == 0 {
		for _, seat := range s.Turn().Slice() {
			s = apply(t, v.game, s, p.Choose(s, seat, ai.Level(seat)+1, uint64(steps[seat]), stopAfter(5)))
			steps[seat]++
			if s.Pace().Since > 0 {
				break
			}
		}
	}
	for _, n := range steps[1:] {
		assert.Greater(t, n, 10)
		assert.LessOrEqual(t, n, 27+6+8+1, "every piece and the end")
	}
}

func TestStopEndsASearchAfterOneTurnAtLeast(t *testing.T) {
	for _, v := range variants {
		s := v.start(t, 3)
		seat := s.Turn().Slice()[0]
		budget := ai.Budget{Turns: 1 << 40, Stop: func() bool { return true }}
		thought := ai.NewPlayer(v.game).Think(s, seat, budget, 1)
		require.NotEmpty(t, thought.Best.Moves, v.String())
		apply(t, v.game, s, thought.Best.Moves)
	}
}

func TestThinkTriesAsManyTurnsAsItMay(t *testing.T) {
	for _, v := range []variant{{gardens.Game, nil, 2}, {babel.Game, nil, 2}} {
		v.walk(t, 4, 1, func(s engine.State, seat engine.Seat) {
			thought := ai.NewPlayer(v.game).Think(s, seat, ai.Budget{Turns: 30}, 1)
			if len(s.Sound(seat, nil)) > 1 {
				assert.GreaterOrEqual(t, thought.Tried, 30)
			}
			if len(thought.Other.Moves) > 0 {
				assert.NotEqual(t, thought.Best.Moves[0], thought.Other.Moves[0], "both plans start with the same step")
				assert.GreaterOrEqual(t, thought.Best.Lead, thought.Other.Lead)
				apply(t, v.game, s, thought.Other.Moves[:1])
			}
		})
	}
}

// TestStepsThatGainNothingAreLeftOut looks at Tower Builders, where nothing is hidden: without any
// one step, the turn that is found cannot be played or is worth less.
func TestStepsThatGainNothingAreLeftOut(t *testing.T) {
	v := variant{towers.Game, nil, 3}
	p := ai.NewPlayer(v.game)
	lead := func(s engine.State, seat engine.Seat) int32 {
		var worth [engine.MaxSeats + 1]int32
		s.Mind().Worth(&worth)
		mine := worth[seat]
		worth[seat] = math.MinInt32
		return mine - slices.Max(worth[1:v.seats+1])
	}
	shorter := 0
	v.walk(t, 3, 11, func(s engine.State, seat engine.Seat) {
		best := p.Think(s, seat, ai.Budget{Turns: 50}, 5).Best
		for i := range best.Moves[:len(best.Moves)-1] {
			without := s
			var err error
			for _, m := range slices.Delete(slices.Clone(best.Moves), i, i+1) {
				if without, err = without.Apply(m); err != nil {
					break
				}
			}
			if err == nil {
				shorter++
				assert.Less(t, lead(without, seat), best.Lead)
			}
		}
	})
	assert.Positive(t, shorter)
}

func TestThinkFromFindsATurnThatBeginsWithTheMove(t *testing.T) {
	for _, v := range variants {
		p := ai.NewPlayer(v.game)
		v.walk(t, 5, 41, func(s engine.State, seat engine.Seat) {
			sound := s.Sound(seat, nil)
			for _, m := range []engine.Move{sound[0], sound[len(sound)-1]} {
				found := p.ThinkFrom(s, m, ai.Budget{Turns: 12}, 1)
				require.NotEmpty(t, found.Best.Moves, v.String())
				assert.Equal(t, m, found.Best.Moves[0])
				assert.Empty(t, found.Other.Moves)
				assert.Equal(t, 12, found.Tried)
				apply(t, v.game, s, found.Best.Moves[:1])
			}
		})
	}
}

func TestThinkFromFindsNothingAfterAMoveThatIsNotSound(t *testing.T) {
	v := variant{babel.Game, nil, 2}
	s := v.start(t, 1)
	refused, err := v.game.ParseMove(s.Turn().Slice()[0].String() + " end")
	require.NoError(t, err)
	p := ai.NewPlayer(v.game)
	p.Think(s, refused.Seat, ai.Budget{Turns: 5}, 1)
	found := p.ThinkFrom(s, refused, ai.Budget{Turns: 5}, 1)
	assert.Empty(t, found.Best.Moves)
}

// TestSearchBeatsDrawing plays each deal from every seat, so that no seat has better cards.
func TestSearchBeatsDrawing(t *testing.T) {
	for _, v := range variants {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			won, games := 0, 2*v.seats
			for i := range games {
				if v.wins(t, engine.Seat(i%v.seats+1), uint64(i/v.seats)) {
					won++
				}
			}
			assert.Greater(t, v.seats*won, games, "level 3 won %d of %d games, no more than its share", won, games)
		})
	}
}

// wins reports whether level 3 wins a game from a seat, alone or with others.
func (v variant) wins(t *testing.T, strong engine.Seat, seed uint64) bool {
	t.Helper()
	s, _ := v.played(t, seed, v.byLevel(func(seat engine.Seat) ai.Level {
		if seat == strong {
			return 3
		}
		return 1
	}, 20))
	result, _ := s.Result()
	return slices.Contains(result.Winners, strong)
}

// chooser returns the next steps of a seat after some moves.
type chooser func(past []engine.Move, s engine.State, seat engine.Seat, seed uint64) []engine.Move

// byLevel returns how computers of some levels choose, from at most so many turns tried.
func (v variant) byLevel(level func(engine.Seat) ai.Level, most int) chooser {
	p := ai.NewPlayer(v.game)
	return func(_ []engine.Move, s engine.State, seat engine.Seat, seed uint64) []engine.Move {
		return p.Choose(s, seat, level(seat), seed, stopAfter(most))
	}
}

// played plays a game to its end. Where seats act at once, they do so in turn.
func (v variant) played(t *testing.T, seed uint64, choose chooser) (s engine.State, moves []engine.Move) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	s = v.start(t, seed)
	for last := engine.Chance; s.Turn() != 0; {
		var next []engine.Move
		if s.Turn().Has(engine.Chance) {
			next = []engine.Move{s.Chance(r)}
		} else {
			for last = last%engine.MaxSeats + 1; !s.Turn().Has(last); {
				last = last%engine.MaxSeats + 1
			}
			next = choose(moves, s, last, r.Uint64())
		}
		s = apply(t, v.game, s, next)
		moves = append(moves, next...)
	}
	return s, moves
}

// ofPlayers counts the moves that are not chance's.
func ofPlayers(moves []engine.Move) (n int) {
	for _, m := range moves {
		n += min(1, int(m.Seat))
	}
	return n
}

// TestGamesOfEveryLevelLookLikePeoplesGames plays 20 games of each game and level. There are no
// games of people to count, so the ranges follow from the rules, with room for bad play and good:
//   - Tower Builders: the booklet's nobles stand on levels 2 to 7, its score sheet ends at 16, and
//     wooden towers fall before that. With 41 pieces each, three players have 6 to 10 turns of four
//     or five. A level or two decide, and few go home with nothing.
//   - Quick: three to seven rounds of 30 to 141 pieces; two of the three players win some.
//   - Babylon: 15 tiles of 2 x 2 on a garden of 8 x 8 rise to level 3, 4 or 5, in 15 rounds.
//   - Babel: 15 or 20 points are three to five temples, and the cards last for 22 turns or more.
func TestGamesOfEveryLevelLookLikePeoplesGames(t *testing.T) {
	type span [2]int
	for _, c := range []struct {
		variant
		highest, steps, spread span // what Records counts; between first and last, the median
		above                  int  // players of a hundred with more than 0 points
	}{
		{variant{towers.Game, nil, 3}, span{4, 14}, span{90, 180}, span{2, 10}, 75},
		{variant{towers.Game, engine.Options{"mode": "quick"}, 3}, span{1, 40}, span{90, 990}, span{1, 3}, 66},
		{variant{gardens.Game, nil, 2}, span{3, 5}, span{70, 160}, span{3, 20}, 100},
		{variant{babel.Game, nil, 2}, span{3, 5}, span{70, 400}, span{1, 12}, 95},
	} {
		for level := ai.Level(1); level <= longrun.Choose(2, ai.Levels); level++ {
			t.Run(fmt.Sprint(c.variant, " level ", level), func(t *testing.T) {
				t.Parallel()
				const games = 20
				spreads, above := []int{}, 0
				holds := func(what string, s span, n int) {
					assert.True(t, s[0] <= n && n <= s[1], "%s: %d, not in %v", what, n, s)
				}
				for seed := range uint64(games) {
					s, moves := c.played(t, seed, c.byLevel(func(engine.Seat) ai.Level { return level }, math.MaxInt))
					holds("highest", c.highest, s.Records()[0].Value.(int))
					holds("steps", c.steps, ofPlayers(moves))
					low, high := math.MaxInt, math.MinInt
					for _, score := range s.Scores() {
						n := score.Total()
						low, high, above = min(low, n), max(high, n), above+max(0, min(n, 1))
					}
					spreads = append(spreads, high-low)
				}
				slices.Sort(spreads)
				holds("spread", c.spread, spreads[games/2])
				assert.GreaterOrEqual(t, 100*above, c.above*games*c.seats, "%d players above 0", above)
			})
		}
	}
}
