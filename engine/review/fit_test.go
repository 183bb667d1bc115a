package review_test

import (
	"flag"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
)

// fitGames is how many games TestFit plays of each kind.
var fitGames = flag.Int("fit", 0, "number of games to fit Tuning.Swing from; prints the fit")

// point is what is known after a move of a game, and who won it.
type point struct {
	worth   []int32
	part    float64
	winners []int
}

// TestFit prints the values of Tuning.Swing under which the results of games between computers of
// levels 2 to 5 are likeliest.
func TestFit(t *testing.T) {
	if *fitGames == 0 {
		t.Skip("for fitting: -fit 200")
	}
	for _, k := range kinds {
		var points []point
		for i := range *fitGames {
			levels := make([]ai.Level, k.seats)
			for seat := range levels {
				levels[seat] = ai.Level(2 + (i+seat*(1+i/4))%4)
			}
			points = append(points, pointsOf(t, k.game, played(t, k.game, k.options, levels, uint64(1000+i)))...)
		}
		best, swing := math.Inf(-1), [2]float64{}
		for first := 200.0; first < 20_000; first *= 1.1 {
			for last := 50.0; last < 10_000; last *= 1.1 {
				if l := likelihood(points, first, last); l > best {
					best, swing = l, [2]float64{first, last}
				}
			}
		}
		t.Logf("%s: %d points, swing %.0f, log loss %.4f; without worth %.4f", k.name, len(points), swing,
			-best/float64(len(points)), math.Log(float64(k.seats)))
	}
}

func pointsOf(t *testing.T, g engine.Game, rec *engine.Record) []point {
	t.Helper()
	s, err := rec.Replay(g, 0)
	require.NoError(t, err)
	var points []point
	for i, line := range rec.Moves {
		m, err := g.ParseMove(line)
		require.NoError(t, err)
		s, err = s.Apply(m)
		require.NoError(t, err)
		if len(s.Turn().Slice()) == 0 { // the winner's worth is beyond all points
			break
		}
		if m.Seat == engine.Chance || !g.Info().VerbInfo(m.Verb).Ends && !s.Pace().Live {
			continue
		}
		var worth [engine.MaxSeats + 1]int32
		s.Mind().Worth(&worth)
		points = append(points, point{
			append([]int32(nil), worth[1:len(rec.Seats)+1]...), float64(i+1) / float64(len(rec.Moves)), nil,
		})
	}
	result, over := s.Result()
	require.True(t, over)
	for i := range points {
		for _, seat := range result.Winners {
			points[i].winners = append(points[i].winners, int(seat)-1)
		}
	}
	return points
}

// likelihood returns the logarithm of how likely the results are.
func likelihood(points []point, first, last float64) float64 {
	sum := 0.0
	for _, p := range points {
		scale := first + p.part*(last-first)
		total, won, top := 0.0, 0.0, slices.Max(p.worth)
		for _, w := range p.worth {
			total += math.Exp(float64(w-top) / scale)
		}
		for _, seat := range p.winners {
			won += math.Exp(float64(p.worth[seat]-top) / scale)
		}
		sum += math.Log(max(1e-9, won/total))
	}
	return sum
}
