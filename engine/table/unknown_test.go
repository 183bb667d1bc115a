package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

func TestLogOfANewerProgramIsRefusedByName(t *testing.T) {
	games := func(string) (engine.Game, bool) { return gardens.Game, true }
	log := []table.Event{
		table.OpenLobby(gardens.Game.Info(), table.Player{User: 1, Name: "Anna"}, nil, 0, 1000),
		{Kind: "new", At: 1001, By: 1},
	}
	_, err := table.Load(games, log)
	require.ErrorContains(t, err, "event 2 (new)")
	require.ErrorContains(t, err, "start the newer program")
}
