package play_test

import (
	"testing"

	"amytis/bot/e2e/harness"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
)

func TestMain(m *testing.M) { harness.Main(m) }
