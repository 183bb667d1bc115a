package tables_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/store"
)

// experience is a store in which users have ended games of Babylon, with computers of level 2 and
// among people.
type experience struct {
	tables.Store
	games map[table.UserID]int
}

func (e experience) Leaderboard(_ context.Context, _ table.GuildID, b store.Board) (rows []store.Row, _ error) {
	for user, n := range e.games {
		if level := n % 2 * 2; b.Game == gardens.ID && b.Level == level {
			rows = append(rows, store.Row{User: user, Games: n})
		}
	}
	return rows, nil
}

func TestSetUpIsByChanceForSomebodyAloneOrNew(t *testing.T) {
	ana, bo, computer := table.UserID(1), table.UserID(2), table.ComputerID(1, 1)
	for name, c := range map[string]struct {
		games   map[table.UserID]int
		other   table.UserID
		options engine.Options
		chance  int
	}{
		"both are new":       {nil, bo, nil, 6},
		"one is new":         {map[table.UserID]int{ana: 7}, bo, nil, 6},
		"one has two games":  {map[table.UserID]int{ana: 7, bo: 2}, bo, nil, 6},
		"both know the game": {map[table.UserID]int{ana: 3, bo: 4}, bo, nil, 0},
		"alone":              {map[table.UserID]int{ana: 8}, computer, nil, 6},
		"alone, but by hand": {nil, computer, engine.Options{"setup": "hand"}, 0},
		"new, but by hand":   {nil, bo, engine.Options{"setup": "hand"}, 0},
	} {
		ts := tables.New(experience{games: c.games}, time.Now, rand.New(rand.NewPCG(1, 2)))
		lobby, err := table.Open(gardens.Game, table.OpenLobby(gardens.Game.Info(), table.Player{User: ana, Name: "Ana"}, c.options, 0, 1))
		require.NoError(t, err)
		joined := table.Join(table.Player{User: c.other, Name: "Bo"}, 1)
		if c.other.IsComputer() {
			joined = table.AddComputer(table.Player{User: c.other, Name: "Nabu"}, ana, 1)
		}
		lobby, err = lobby.Next(joined)
		require.NoError(t, err)
		events, err := tables.SetUp(t.Context(), ts, 1, lobby, ts.Deal(lobby, ana))
		require.NoError(t, err)
		require.Len(t, events, 1+c.chance, name)
	}
}
