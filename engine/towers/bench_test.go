package towers

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// busy returns a position of random games of five, after most pieces were placed, and the seat with
// the most legal moves in it.
func busy(tb testing.TB, opts engine.Options) (Position, engine.Seat) {
	var best Position
	var of engine.Seat
	most := 0
	var legal []engine.Move
	for seed := range uint64(4) {
		p := begin(tb, opts, 5)
		r := rand.New(rand.NewPCG(seed, 1))
		for p.stage != Over && p.nRounds == 0 {
			turn := Rules{}.Turn(&p).Slice()
			seat := turn[r.IntN(len(turn))]
			legal = Rules{}.Legal(&p, seat, legal[:0])
			if p.nTowers > 50 && len(legal) > most {
				best, of, most = p, seat, len(legal)
			}
			sound := Rules{}.Sound(&p, seat, nil)
			require.NoError(tb, Rules{}.Apply(&p, sound[r.IntN(len(sound))]))
		}
	}
	return best, of
}

func BenchmarkRandomGame(b *testing.B)      { benchmarkRandomGame(b, tacticalExpert) }
func BenchmarkRandomGameQuick(b *testing.B) { benchmarkRandomGame(b, quickExpert) }

func benchmarkRandomGame(b *testing.B, opts engine.Options) {
	r := rand.New(rand.NewPCG(1, 1))
	moves := 0
	for b.Loop() {
		played, _, err := Game.Playout(opts, seatInfos(5), Game.Deal(opts, nil, r), r)
		require.NoError(b, err)
		moves += len(played)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}
