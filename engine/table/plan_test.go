package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/engine/towers"
)

// seated starts a game of the fewest people with a limit.
func seated(t *testing.T, g engine.Game) *log {
	e := table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, nil, 3600, 1)
	opened, err := table.Open(g, e)
	require.NoError(t, err)
	l := &log{t: t, table: opened, events: []table.Event{e}}
	for user := bo; len(l.table.Players) < g.Info().MinSeats; user++ {
		l.do(join(user, "Player"))
	}
	l.start()
	return l
}

func TestACopyIsForItsPlannerAlone(t *testing.T) {
	for _, g := range []engine.Game{gardens.Game, babel.Game, towers.Game} {
		l := seated(t, g)
		l.playSoundly(func(t *table.Table) bool {
			_, ok := t.State.Foresee(2, chance())
			return ok && len(t.Moves) > 40
		})
		l.refused(table.RefusedLog, table.Foresee(l.table.Turn().Slice()[0], 50))
		l.refused(table.RefusedLog, table.Foresee(0, 50))
		real, foresee := l.table, table.Foresee(2, 50)
		l.do(foresee)
		require.EqualValues(t, 2, l.table.Planner)
		require.True(t, l.table.Turn().Has(2))
		require.Equal(t, real.Moves, l.table.Moves)
		again, err := real.Next(foresee)
		require.NoError(t, err)
		require.True(t, again.State.Equal(l.table.State))

		m := l.table.State.Mind().Draw(2, chance())
		l.do(table.Move(g, m, l.table.Player(2).User, 51))
		l.refused(table.RefusedLog, table.Undo(2, l.table.Player(2).User, 52))

		_, err = foresee.Append(nil)
		require.Error(t, err)
		_, err = table.ParseEvent([]byte(`{"k":"foresee","t":1,"e":2}`))
		require.Error(t, err)
	}
}
