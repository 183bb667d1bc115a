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

func BenchmarkLegal(b *testing.B) {
	p := busy(b)
	legal := Rules{}.Legal(&p, p.active, nil)
	b.ReportAllocs()
	for b.Loop() {
		legal = Rules{}.Legal(&p, p.active, legal[:0])
	}
	b.ReportMetric(float64(len(legal)), "moves")
}

func BenchmarkApplyShared(b *testing.B) {
	s, err := Game.Start(nil, twoSeats(), Game.Deal(nil, nil, rand.New(rand.NewPCG(1, 1))))
	require.NoError(b, err)
	m := s.Legal(1, nil)[0]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Apply(m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDescribe(b *testing.B) {
	p := busy(b)
	legal := Rules{}.Legal(&p, p.active, nil)
	for b.Loop() {
		for _, m := range legal {
			Rules{}.Describe(&p, m)
		}
	}
	b.ReportMetric(float64(len(legal)), "moves")
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

func BenchmarkCheckRecord(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	setup := Game.Deal(nil, nil, r)
	moves, s, err := Game.Playout(nil, twoSeats(), setup, r)
	require.NoError(b, err)
	rec, err := engine.NewRecord(Game, nil, twoSeats(), setup, moves, s)
	require.NoError(b, err)
	for b.Loop() {
		if err := rec.Check(Game); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(len(moves)), "moves/game")
}
