package gametest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// BenchmarkDrawn plays games from a state to their ends by moves that the game draws. It reports
// games a second, and moves a game.
func BenchmarkDrawn(b *testing.B, s engine.State, r engine.Rand) {
	b.Helper()
	begin, d := s.Mind(), s.Mind()
	moves := 0
	for b.Loop() {
		d.CopyFrom(begin)
		for !d.Over() {
			turn := d.Turn().Slice()
			require.NoError(b, d.Play(d.Draw(turn[r.IntN(len(turn))], r)))
			moves++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}
