package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

// hushed leaves a seat alone at a time.
func (l *log) hushed(seat engine.Seat, at int64) {
	l.t.Helper()
	l.do(table.Event{Kind: table.Hushed, At: at, Seat: seat})
}

func TestASeatIsAwaitedFromTheBeginningOfItsTurn(t *testing.T) {
	for _, limit := range []table.Limit{0, limit} {
		l := open(t, engine.Options{"build": "together"})
		l.do(table.Event{Kind: table.Limited, By: ana, Limit: limit})
		for i, name := range []string{"Bo", "Cleo", "Dan"} {
			l.do(join(bo+table.UserID(i), name))
		}
		l.do(l.table.Deal(ana, noon, chance()))
		require.Equal(t, noon, l.table.Waits[1].Since)
		require.Zero(t, l.table.Waits[2].Since)
		l.at(noon+5, "1 dig b2")
		l.at(noon+9, l.first(1))
		require.Equal(t, noon, l.table.Waits[1].Since, "whatever it has done meanwhile")
		require.Equal(t, noon+5, l.table.Waits[2].Since, "the next one may dig")
		l.at(noon+11, "1 end")
		require.Equal(t, table.Wait{}, l.table.Waits[1])
		require.Equal(t, noon+5, l.table.Waits[2].Since, "though others have acted since")
	}
}

func TestWhoWasHushedIsCalledOnceIfNotReminded(t *testing.T) {
	l := open(t, nil)
	l.do(join(bo, "Bo"))
	l.do(l.table.Deal(ana, noon, chance()))
	l.refused(table.RefusedLog, table.Event{Kind: table.Hushed, At: noon, Seat: 2})
	l.refused(table.RefusedLog, table.Event{Kind: table.Called, At: noon, Seat: 200})
	require.Empty(t, l.table.Demands(table.Always))
	l.hushed(1, noon+1)
	require.Equal(t, []table.Demand{{Kind: table.Call, At: noon + 1, Seat: 1}}, l.table.Demands(table.Always))
	l.do(table.Event{Kind: table.Called, At: noon + 2, Seat: 1})
	require.Empty(t, l.table.Demands(table.Always))
	l.hushed(1, noon+3)
	require.Equal(t, []table.Demand{{Kind: table.Call, At: noon + 3, Seat: 1}}, l.table.Demands(table.Always), "the call came too late")
	events, err := l.table.Expire(1, noon+4)
	require.NoError(t, err)
	l.do(events[0])
	require.Empty(t, l.table.Demands(table.Always), "its turn is over")
}

func TestACallIsNotDueTogetherWithAReminderOrTheEndOfTheTurn(t *testing.T) {
	l := timed(t, gardens.Game, nil, "Bo")
	l.hushed(1, noon)
	until := func(end int64) table.Quiet {
		return func(_ table.UserID, at int64) int64 { return max(at, end) }
	}
	kinds := func(quiet table.Quiet) (all []table.DemandKind) {
		for _, d := range l.table.Demands(quiet) {
			all = append(all, d.Kind)
		}
		return all
	}
	require.Equal(t, []table.DemandKind{table.Call, table.Reminder, table.TurnOver}, kinds(until(noon+hour/2)))
	require.Equal(t, []table.DemandKind{table.Reminder, table.TurnOver}, kinds(until(noon+hour*9/10)))
	require.Equal(t, []table.DemandKind{table.TurnOver}, kinds(until(noon+2*hour)))
	l.do(table.Event{Kind: table.Reminded, At: noon + hour*8/10, Seat: 1})
	require.Equal(t, []table.DemandKind{table.TurnOver}, kinds(table.Always))
}
