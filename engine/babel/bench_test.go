package babel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func twoSeats() []engine.SeatInfo { return []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}} }

// busy returns the position of some random games in which the active seat has the most legal moves.
func busy(tb testing.TB) Position {
	var best Position
	most := 0
	var legal []engine.Move
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		p, err := Rules{}.Start(nil, twoSeats(), Rules{}.Deal(nil, nil, r))
		require.NoError(tb, err)
		for p.stage != Over {
			m := randomMove(&p, r)
			legal = Rules{}.Legal(&p, p.active, legal[:0])
			if len(legal) > most && p.stage == Acting {
				best, most = p, len(legal)
			}
			require.NoError(tb, Rules{}.Apply(&p, m))
		}
	}
	return best
}

// randomMove returns any legal move of any seat in turn, or a move of chance.
func randomMove(p *Position, r *rand.Rand) engine.Move {
	turn := Rules{}.Turn(p).Slice()
	seat := turn[r.IntN(len(turn))]
	if seat == engine.Chance {
		return Rules{}.Chance(p, r)
	}
	var room [1024]engine.Move
	legal := Rules{}.Legal(p, seat, room[:0])
	return legal[r.IntN(len(legal))]
}

func BenchmarkRandomGame(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	setup := Game.Deal(nil, nil, r)
	moves := 0
	for b.Loop() {
		played, _, err := Game.Playout(nil, twoSeats(), setup, r)
		if err != nil {
			b.Fatal(err)
		}
		moves += len(played)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}
