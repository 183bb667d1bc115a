package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/engine/towers"
)

// TestSuspensionTakesNoTime suspends tables at any time, also while a player is away, and compares
// the time that is left before and after.
func TestSuspensionTakesNoTime(t *testing.T) {
	starts := map[string]func() *log{
		"limit":   func() *log { return startTimed(t, gardens.Game, nil, "Bo") },
		"reserve": func() *log { return startPaced(t, gardens.Game, table.Daily, []string{"Bo"}) },
		"clock": func() *log {
			options := engine.Options{"mode": "quick", "clock": "86400"}
			e := table.OpenLobby(towers.Game.Info(), table.Player{User: ana, Name: "Ana"}, options, 0, 1)
			opened, err := table.Open(towers.Game, e)
			require.NoError(t, err)
			l := &log{t: t, table: opened, events: []table.Event{e}}
			l.do(join(bo, "Bo"))
			l.do(join(cleo, "Cleo"))
			l.do(l.table.Deal(ana, noon, chance()).WithReady())
			l.do(table.BeginRound(noon))
			return l
		},
	}
	for name, start := range starts {
		t.Run(name, rapid.MakeCheck(func(r *rapid.T) {
			l := start()
			if l.table.Waits[1].Until != 0 && rapid.Bool().Draw(r, "away") {
				from := rapid.Int64Range(0, 5*hour).Draw(r, "from")
				l.do(table.PauseLimit(1, noon+from, noon+from+rapid.Int64Range(0, 20*hour).Draw(r, "away for"), noon+from))
			}
			left := func(at int64) (all []int64) {
				for _, wait := range l.table.Waits {
					all = append(all, max(0, wait.Until-max(at, wait.Counted)))
				}
				return append(all, max(0, l.table.Deadline()-at))
			}
			since := noon + rapid.Int64Range(5*hour, 10*hour).Draw(r, "since")
			before := left(since)
			l.do(table.Suspend(since, since+hour))
			require.Equal(r, []table.Demand{{Kind: table.GivenUp, At: since + 30*dayMs}}, l.table.Demands(table.Always))
			l.refused(table.RefusedSuspended, table.ReadyUp(1, ana, since+hour))
			l.refused(table.RefusedLog, table.Suspend(0, since+hour))
			back := since + rapid.Int64Range(hour, 40*dayMs).Draw(r, "for")
			l.do(table.Resume(back))
			require.Equal(r, before, left(back))
			l.refused(table.RefusedLog, table.Resume(back))
		}))
	}
}

func TestSuspendedTableCanEnd(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	l.do(table.Suspend(0, noon+1))
	require.True(t, l.table.Suspended(), "it is suspended")
	require.Zero(t, l.table.ComputersInTurn())
	l.do(table.AbortLost(0, noon+2))
	require.False(t, l.table.Suspended(), "it goes on")
	require.Empty(t, l.table.Demands(table.Always))
}
