package towers

import (
	"testing"

	"amytis/engine/gametest"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game, gametest.Hooks{
		Every: 100,
		Turn: []string{
			"View.Stage", "View.Turn", "View.Active", "View.Placed", "View.FirstRound", "View.Grown",
			"View.MayEnd", "View.Barred",
		},
	})
}

func FuzzParseMove(f *testing.F) { gametest.FuzzParseMove(f, Game) }

func FuzzRecord(f *testing.F) { gametest.FuzzRecord(f, Game) }
