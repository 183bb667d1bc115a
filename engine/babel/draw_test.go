package babel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
)

func TestDrawAndWorthDoNotAllocate(t *testing.T) {
	p := busy(t)
	seat := p.active
	r := rand.New(rand.NewPCG(1, 1))
	var worth [engine.MaxSeats + 1]int32
	require.Zero(t, testing.AllocsPerRun(200, func() {
		Rules{}.Draw(&p, seat, r)
		Rules{}.Imagine(&p, seat, r)
		Rules{}.Worth(&p, &worth)
	}))
}

func BenchmarkDrawnGame(b *testing.B) {
	seats := twoSeats()
	r := rand.New(rand.NewPCG(1, 1))
	s, err := Game.Start(nil, seats, Game.Deal(nil, seats, r))
	require.NoError(b, err)
	gametest.BenchmarkDrawn(b, s, r)
}
