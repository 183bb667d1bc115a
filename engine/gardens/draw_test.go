package gardens

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

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

func BenchmarkDrawnGame(b *testing.B) {
	seats := fourSeats()
	r := rand.New(rand.NewPCG(1, 1))
	s, err := Game.Start(nil, seats, Game.Deal(nil, seats, r))
	require.NoError(b, err)
	gametest.BenchmarkDrawn(b, s, r)
}
