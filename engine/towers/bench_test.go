package towers

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"

	"github.com/stretchr/testify/require"
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

func benchmarkLegal(b *testing.B, opts engine.Options, list func(*Position, engine.Seat, []engine.Move) []engine.Move) {
	p, seat := busy(b, opts)
	legal := list(&p, seat, nil)
	b.ReportAllocs()
	for b.Loop() {
		legal = list(&p, seat, legal[:0])
	}
	b.ReportMetric(float64(len(legal)), "moves")
}

func BenchmarkLegal(b *testing.B)      { benchmarkLegal(b, tacticalExpert, Rules{}.Legal) }
func BenchmarkLegalQuick(b *testing.B) { benchmarkLegal(b, quickExpert, Rules{}.Legal) }
func BenchmarkSound(b *testing.B)      { benchmarkLegal(b, tacticalExpert, Rules{}.Sound) }

// BenchmarkRoom counts the room for nobles (T-5).
func BenchmarkRoom(b *testing.B) {
	p, seat := busy(b, tacticalExpert)
	p.player(seat).towers, p.player(seat).bridges = 0, 0
	for b.Loop() {
		room(&p, seat)
	}
}

func BenchmarkDescribe(b *testing.B)      { benchmarkDescribe(b, tacticalExpert) }
func BenchmarkDescribeQuick(b *testing.B) { benchmarkDescribe(b, quickExpert) }

func benchmarkDescribe(b *testing.B, opts engine.Options) {
	p, seat := busy(b, opts)
	legal := Rules{}.Legal(&p, seat, nil)
	for b.Loop() {
		for _, m := range legal {
			Rules{}.Describe(&p, m)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(legal)), "ns/move")
	b.ReportMetric(float64(len(legal)), "moves")
}

func BenchmarkRandomGame(b *testing.B)      { benchmarkRandomGame(b, tacticalExpert) }
func BenchmarkRandomGameQuick(b *testing.B) { benchmarkRandomGame(b, quickExpert) }

func benchmarkRandomGame(b *testing.B, opts engine.Options) {
	r := rand.New(rand.NewPCG(1, 1))
	moves := 0
	for b.Loop() {
		played, _, err := Game.Playout(opts, seatInfos(5), Rules{}.Deal(opts, nil, r), r)
		require.NoError(b, err)
		moves += len(played)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}

func BenchmarkCheckRecord(b *testing.B)      { benchmarkCheckRecord(b, tacticalExpert) }
func BenchmarkCheckRecordQuick(b *testing.B) { benchmarkCheckRecord(b, quickExpert) }

func benchmarkCheckRecord(b *testing.B, opts engine.Options) {
	setup := Rules{}.Deal(opts, nil, nil)
	moves, s, err := Game.Playout(opts, seatInfos(5), setup, rand.New(rand.NewPCG(1, 1)))
	require.NoError(b, err)
	rec, err := engine.NewRecord(Game, opts, seatInfos(5), setup, moves, s)
	require.NoError(b, err)
	for b.Loop() {
		if err := rec.Check(Game); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(len(moves)), "moves/game")
}
