package tictactoe

import (
	"testing"

	"amytis/engine/gametest"
)

func TestContract(t *testing.T) { gametest.Run(t, Game, gametest.Hooks{}) }
