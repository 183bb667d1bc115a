package gametest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// BenchmarkPlayouts plays random games of one deal, whose legal moves are listed at every step. It
// reports games a second, and moves a game.
func BenchmarkPlayouts(b *testing.B, g engine.Game, opts engine.Options, seats int) {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	infos := make([]engine.SeatInfo, seats)
	setup := g.Deal(opts, infos, r)
	moves := 0
	for b.Loop() {
		played, _, err := g.Playout(opts, infos, setup, r)
		require.NoError(b, err)
		moves += len(played)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}
