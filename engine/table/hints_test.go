package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/gardens"
	"amytis/engine/table"
)

func TestHintsAreTurnedOnInTheOpeningOrInTheLobby(t *testing.T) {
	l := open(t, nil)
	assert.False(t, l.table.Hints, "not unless they are chosen")
	l.do(table.SetHints(true, ana, 1))
	assert.True(t, l.table.Hints, "they are chosen")
	l.do(table.SetHints(false, ana, 2))
	assert.False(t, l.table.Hints, "they are switched off")
	l.do(join(bo, "Bo"))
	l.start()
	l.refused(table.RefusedStarted, table.SetHints(true, ana, 3))

	opening := table.OpenLobby(gardens.Game.Info(), table.Player{User: ana}, nil, 0, 0).WithHints(true)
	opened, err := table.Open(gardens.Game, opening)
	require.NoError(t, err)
	assert.True(t, opened.Hints, "as the lobby was opened")
}

func TestARematchKeepsHintsOn(t *testing.T) {
	last := *endedGame(t).table
	assert.False(t, rematch(t, &last, ana).table.Hints, "a rematch without")
	last.Hints = true
	assert.True(t, rematch(t, &last, ana).table.Hints, "a rematch with hints")
}

func TestHintsAmongPeopleNeedTheOption(t *testing.T) {
	l := open(t, nil)
	l.do(join(bo, "Bo"))
	l.start()
	assert.False(t, l.table.MayAskForHints(1), "a game between people without hints")
	with := *l.table
	with.Hints = true
	assert.True(t, with.MayAskForHints(2), "a game with hints")
	alone := *l.table
	alone.Players = []table.Player{{User: ana}, {User: table.ComputerID(1, 3)}}
	assert.True(t, alone.MayAskForHints(1), "a player alone")
}
