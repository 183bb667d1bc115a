package babel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/gametest"
)

func BenchmarkDrawnGame(b *testing.B) {
	seats := twoSeats()
	r := rand.New(rand.NewPCG(1, 1))
	s, err := Game.Start(nil, seats, Game.Deal(nil, seats, r))
	require.NoError(b, err)
	gametest.BenchmarkDrawn(b, s, r)
}
