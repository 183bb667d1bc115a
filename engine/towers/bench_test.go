package towers

import (
	"testing"

	"amytis/engine/gametest"
)

func BenchmarkRandomGame(b *testing.B)      { gametest.BenchmarkPlayouts(b, Game, tacticalExpert, 5) }
func BenchmarkRandomGameQuick(b *testing.B) { gametest.BenchmarkPlayouts(b, Game, quickExpert, 5) }
