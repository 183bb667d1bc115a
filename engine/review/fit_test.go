package review_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/review"
)

// fitGames is how many games TestFit plays of each kind.
var fitGames = flag.Int("fit", 0, "number of games to fit Tuning's Swing and Tempo from; prints the fit")

// evenWeight is how much more a game between equals counts for the fit. Between others, an early
// lead tells mostly who is stronger, which nobody knows of people.
const evenWeight = 4

// fitted are the numbers of Tuning: Swing's, or LiveSwing's, and Tempo's.
type fitted [4]float64

// fitGame is a game to fit from.
type fitGame struct {
	even    bool
	points  []point
	winners engine.SeatSet
}

// point is what is known after a turn.
type point struct {
	part  float64
	seats []seatPoint
}

type seatPoint struct{ worth, answers, toCome float64 }

// TestFit prints the values of Tuning under which the results of games between computers of mixed
// levels are likeliest. It fits four games in five, and prints tables for the others. Each line is
// about the chances of all seats: what was foretold and what happened, by tenths, and the Brier
// score of the thirds of a game, of all games and of those between equals, with the score of equal
// chances in brackets.
func TestFit(t *testing.T) {
	if *fitGames == 0 {
		t.Skip("for fitting, for some hours: -run TestFit/babel -fit 2600 -timeout 5h")
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			var games []fitGame
			live := false
			for i := range *fitGames {
				levels := mixed(i, k.seats)
				rec := played(t, k.game, k.options, levels, uint64(100_000+i))
				var g fitGame
				g.points, g.winners, live = pointsOf(t, k.game, rec)
				g.even = slices.Max(levels) == slices.Min(levels)
				games = append(games, g)
			}
			used := k.game.Tuning()
			if live {
				used.Swing, used.Tempo = used.LiveSwing, [2]int{}
			}
			x := fitted{float64(used.Swing[0]), float64(used.Swing[1]), float64(used.Tempo[0]), float64(used.Tempo[1])}
			known := len(games) * 4 / 5
			t.Log("in use", x, tables(games[known:], x))
			x = fit(games[:known], x)
			t.Log("fitted", x, tables(games[known:], x))
		})
	}
}

// mixed returns the levels of a game's seats. Every fourth game is between equals, and few seats
// have level 5, which takes longest.
func mixed(game, seats int) []ai.Level {
	r := rand.New(rand.NewPCG(uint64(game), 99))
	levels := make([]ai.Level, seats)
	for i := range levels {
		switch {
		case game%4 > 0:
			levels[i] = []ai.Level{1, 2, 2, 2, 3, 3, 3, 4, 4, 5}[r.IntN(10)]
		case i == 0:
			levels[i] = ai.Level(2 + r.IntN(3))
		default:
			levels[i] = levels[0]
		}
	}
	return levels
}

func pointsOf(t *testing.T, g engine.Game, rec *engine.Record) (points []point, winners engine.SeatSet, live bool) {
	t.Helper()
	s, err := rec.Replay(g, 0)
	require.NoError(t, err)
	for i, line := range rec.Moves {
		m, err := g.ParseMove(line)
		require.NoError(t, err)
		live = live || s.Pace().Live
		s, err = s.Apply(m)
		require.NoError(t, err)
		if s.Turn() == 0 { // the winner's worth is beyond all points
			break
		}
		if m.Seat == engine.Chance || !g.Info().VerbInfo(m.Verb).Ends && !s.Pace().Live {
			continue
		}
		var worth [engine.MaxSeats + 1]int32
		s.Mind().Worth(&worth)
		p := point{part: float64(i+1) / float64(len(rec.Moves))}
		for seat := 1; seat <= len(rec.Seats); seat++ {
			tempo := func(worth [2]int) float64 {
				return float64(review.Tempo(worth, s.Turn(), engine.Seat(seat), engine.Seat(len(rec.Seats))))
			}
			p.seats = append(p.seats, seatPoint{float64(worth[seat]), tempo([2]int{1, 0}), tempo([2]int{0, 1})})
		}
		points = append(points, p)
	}
	result, over := s.Result()
	require.True(t, over, "the game is over")
	return points, engine.Seats(result.Winners...), live
}

// chances returns how likely each seat wins, from 0 to 1.
func (x fitted) chances(p *point) []float64 {
	scale, sum := x[0]+p.part*(x[1]-x[0]), 0.0
	all := make([]float64, len(p.seats))
	worth := func(s seatPoint) float64 { return s.worth + x[2]*s.answers + x[3]*s.toCome }
	for i, s := range p.seats {
		all[i] = math.Exp((worth(s) - worth(p.seats[0])) / scale)
		sum += all[i]
	}
	for i := range all {
		all[i] /= sum
	}
	return all
}

// unlikelihood is the mean logarithm of how unlikely the results are.
func (x fitted) unlikelihood(games []fitGame) float64 {
	sum, weight := 0.0, 0.0
	for _, g := range games {
		w := 1 / float64(len(g.points))
		if g.even {
			w *= evenWeight
		}
		for i := range g.points {
			won := 0.0
			for seat, c := range x.chances(&g.points[i]) {
				if g.winners.Has(engine.Seat(seat + 1)) {
					won += c
				}
			}
			sum -= w * math.Log(max(1e-9, won))
			weight += w
		}
	}
	return sum / weight
}

// fit goes from x to better numbers by smaller and smaller steps.
func fit(games []fitGame, x fitted) fitted {
	best := x.unlikelihood(games)
	for step := 0.5; step > 0.01; {
		better := false
		for i := range x {
			for _, by := range []float64{1 + step, 1 / (1 + step)} {
				y := x
				if y[i] *= by; i >= 2 {
					y[i] = x[i] + (by-1)*300
				}
				if u := y.unlikelihood(games); u < best-1e-6 {
					x, best, better = y, u, true
				}
			}
		}
		if !better {
			step /= 2
		}
	}
	return x
}

func tables(games []fitGame, x fitted) string {
	type score struct{ brier, equal, n float64 }
	var tenths [10]struct{ foretold, won, n float64 }
	var thirds [2][3]score // of all games, and of those between equals
	for _, g := range games {
		for i := range g.points {
			p := &g.points[i]
			for seat, c := range x.chances(p) {
				won := 0.0
				if g.winners.Has(engine.Seat(seat + 1)) {
					won = 1 / float64(g.winners.Len())
				}
				tenth := &tenths[min(9, int(c*10))]
				tenth.foretold, tenth.won, tenth.n = tenth.foretold+c, tenth.won+won, tenth.n+1
				for even := range thirds {
					if even == 0 || g.even {
						s := &thirds[even][min(2, int(p.part*3))]
						s.brier += (c - won) * (c - won)
						s.equal += math.Pow(1/float64(len(p.seats))-won, 2)
						s.n++
					}
				}
			}
		}
	}
	var b strings.Builder
	for _, tenth := range tenths {
		fmt.Fprintf(&b, "\n%5.1f %% won %5.1f %% of %.0f", 100*tenth.foretold/tenth.n, 100*tenth.won/tenth.n, tenth.n)
	}
	for _, kind := range thirds {
		b.WriteByte('\n')
		for _, s := range kind {
			fmt.Fprintf(&b, "%.3f (%.3f) ", s.brier/s.n, s.equal/s.n)
		}
	}
	return b.String()
}
