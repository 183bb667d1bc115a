package towers

import (
	"testing"

	"amytis/engine/gametest"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game, gametest.Hooks{Every: 100})
}

func FuzzParseMove(f *testing.F) { gametest.FuzzParseMove(f, Game) }

func FuzzRecord(f *testing.F) { gametest.FuzzRecord(f, Game) }
