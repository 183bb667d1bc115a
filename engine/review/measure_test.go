package review_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/review"
)

// measured is how many games of each kind TestMeasure reviews.
var measured = flag.Int("measure", 0, "number of games to review; prints how good the reviews are")

// TestMeasure prints how often the winner was the most accurate player, and how the turns that
// reviews suggest do against those played: computers of level 3 play both positions to the end.
func TestMeasure(t *testing.T) {
	if *measured == 0 {
		t.Skip("for measuring: -measure 25")
	}
	for _, k := range kinds {
		winners, games, better, worse, key, lead := 0, 0, 0, 0, 0, 0.0
		for i := range *measured {
			levels := make([]ai.Level, k.seats)
			for seat := range levels {
				levels[seat] = ai.Level(2 + (i+seat*(1+i/4))%4)
			}
			rec := played(t, k.game, k.options, levels, uint64(5000+i))
			found := reviewed(t, k.game, rec)
			games++
			if mostAccurateWon(t, k.game, rec, found) {
				winners++
			}
			for _, at := range found.Key {
				n := leadGained(t, k.game, rec, &found.Turns[at])
				key++
				lead += n
				if n > 0 {
					better++
				} else if n < 0 {
					worse++
				}
			}
		}
		t.Logf("%s: the most accurate player won %d of %d games; %d of %d suggested turns led further when played on, "+
			"%d less far, by %.2f points on average", k.name, winners, games, better, key, worse, lead/float64(max(1, key)))
	}
}

func mostAccurateWon(t *testing.T, g engine.Game, rec *engine.Record, found *review.Review) bool {
	t.Helper()
	s, err := rec.Replay(g, len(rec.Moves))
	require.NoError(t, err)
	result, over := s.Result()
	require.True(t, over)
	best := 0
	for seat, a := range found.Accuracy {
		if a > found.Accuracy[best] {
			best = seat
		}
	}
	for _, w := range result.Winners {
		if int(w) == best+1 {
			return true
		}
	}
	return false
}

// leadGained returns how many points further the seat leads at the end with the better turn.
func leadGained(t *testing.T, g engine.Game, rec *engine.Record, turn *review.Turn) float64 {
	t.Helper()
	s, err := rec.Replay(g, turn.At-1)
	require.NoError(t, err)
	instead := s
	for _, line := range turn.Better {
		m, err := g.ParseMove(line)
		require.NoError(t, err)
		next, err := instead.Apply(m)
		if err != nil {
			break // something else was revealed
		}
		instead = next
	}
	as := s
	for i := turn.At - 1; i < turn.To; i++ {
		m, err := g.ParseMove(rec.Moves[i])
		require.NoError(t, err)
		as, err = as.Apply(m)
		require.NoError(t, err)
	}
	const playouts = 12
	sum := 0.0
	for i := range uint64(playouts) {
		sum += finalLead(t, g, instead, turn.Seat, i) - finalLead(t, g, as, turn.Seat, i)
	}
	return sum / playouts
}

// finalLead returns the lead of a seat when computers of level 3 have played on.
func finalLead(t *testing.T, g engine.Game, s engine.State, of engine.Seat, seed uint64) float64 {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	player := ai.NewPlayer(g)
	for s.Turn() != 0 {
		turn := s.Turn().Slice()
		seat := turn[r.IntN(len(turn))]
		moves := []engine.Move{}
		if seat == engine.Chance {
			moves = append(moves, s.Chance(r))
		} else {
			moves = player.Choose(s, seat, 3, r.Uint64(), nil)
		}
		for _, m := range moves {
			next, err := s.Apply(m)
			require.NoError(t, err)
			s = next
		}
		if len(moves) == 0 {
			break
		}
	}
	scores := s.Scores()
	best := -1 << 30
	for i, score := range scores {
		if engine.Seat(i+1) != of {
			best = max(best, score.Total())
		}
	}
	return float64(scores[of-1].Total() - best)
}
