package gardens

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
)

func TestNoDecorationIsLegalUnlessItMayBeReady(t *testing.T) {
	seats := fourSeats()
	r := rand.New(rand.NewPCG(2, 1))
	ready := 0
	for range 20 {
		p, err := Rules{}.Start(nil, seats, Rules{}.Deal(nil, seats, r))
		require.NoError(t, err)
		for turn := (Rules{}).Turn(&p); turn != 0; turn = (Rules{}).Turn(&p) {
			seat := turn.Slice()[0]
			require.NoError(t, Rules{}.Apply(&p, Rules{}.Draw(&p, seat, r)))
			g := p.garden(seat)
			if p.mayBeReady(g) {
				ready++
				continue
			}
			require.Empty(t, legalDecor(&p, g, seat, nil))
		}
	}
	require.NotZero(t, ready)
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func fourSeats() []engine.SeatInfo {
	return []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}, {Name: "cleo"}, {Name: "dan"}}
}

// midgame returns a position of round 10, with a seat that has two tiles and about 1,100 moves.
func midgame(tb testing.TB) (Position, engine.Seat) {
	var best Position
	var bestSeat engine.Seat
	bestGap := 1 << 30
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		seats := fourSeats()
		p, err := Rules{}.Start(nil, seats, Rules{}.Deal(nil, seats, r))
		require.NoError(tb, err)
		var legal []engine.Move
		for p.stage != Over {
			seat := Rules{}.Turn(&p).Slice()[0]
			legal = Rules{}.Legal(&p, seat, legal[:0])
			g := p.garden(seat)
			if p.round == 10 && g.dug != 0 && g.notch != 0 {
				if gap := max(len(legal)-1100, 1100-len(legal)); gap < bestGap {
					best, bestSeat, bestGap = p, seat, gap
				}
			}
			require.NoError(tb, Rules{}.Apply(&p, legal[r.IntN(len(legal))]))
		}
	}
	return best, bestSeat
}

func BenchmarkLegalMidgame(b *testing.B) {
	p, seat := midgame(b)
	legal := Rules{}.Legal(&p, seat, nil)
	b.ReportAllocs()
	for b.Loop() {
		legal = Rules{}.Legal(&p, seat, legal[:0])
	}
	b.ReportMetric(float64(len(legal)), "moves")
}

func BenchmarkRandomGame(b *testing.B) { gametest.BenchmarkPlayouts(b, Game, nil, 4) }
