package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

// holdPing holds back the ping of a seat at a given time.
func (l *log) holdPing(seat engine.Seat, at int64) {
	l.t.Helper()
	l.do(table.Event{Kind: table.PingHeld, At: at, Seat: seat})
}

func TestWaitAndLimitStartOnceATurnWhateverItsSteps(t *testing.T) {
	for _, limit := range []table.Limit{0, limit} {
		opening := table.OpenLobby(gardens.Game.Info(), table.Player{User: ana, Name: "Ana"},
			engine.Options{"build": "together"}, limit, 1)
		l := startWith(t, gardens.Game, opening, []string{"Bo", "Cleo", "Dan"})
		since := func(seat engine.Seat, at int64, why string) {
			t.Helper()
			require.Equal(t, at, l.table.Waits[seat].Since, why)
			if limit != 0 {
				require.Equal(t, at+hour, l.table.Waits[seat].Until, why)
			}
		}
		since(1, noon, "its turn begins")
		require.Zero(t, l.table.Waits[2].Since)
		l.playAt(noon+5, "1 dig b2")
		l.playAt(noon+9, l.firstMove(1))
		since(1, noon, "its moves do not restart the wait")
		since(2, noon+5, "seat 2 may dig now")
		l.playAt(noon+11, "1 end")
		require.Equal(t, table.Wait{}, l.table.Waits[1])
		since(2, noon+5, "moves of others do not restart the wait")
	}
}

func TestHushedPlayerIsCalledOnceUnlessReminded(t *testing.T) {
	l := open(t, nil)
	l.do(join(bo, "Bo"))
	l.do(l.table.Deal(ana, noon, chance()))
	l.refused(table.RefusedLog, table.Event{Kind: table.PingHeld, At: noon, Seat: 2})
	l.refused(table.RefusedLog, table.Event{Kind: table.Called, At: noon, Seat: 200})
	require.Empty(t, l.table.Demands(table.Always))
	l.holdPing(1, noon+1)
	require.Equal(t, []table.Demand{{Kind: table.Call, At: noon + 1, Seat: 1}}, l.table.Demands(table.Always))
	l.do(table.Event{Kind: table.Called, At: noon + 2, Seat: 1})
	require.Empty(t, l.table.Demands(table.Always))
	l.holdPing(1, noon+3)
	require.Equal(t, []table.Demand{{Kind: table.Call, At: noon + 3, Seat: 1}}, l.table.Demands(table.Always),
		"held back again after the call")
	events := got(l.table.Expire(1, noon+4))(t)
	l.do(events[0])
	require.Empty(t, l.table.Demands(table.Always), "its turn is over")
}

func TestNoCallIsDueTogetherWithAReminderOrTheEndOfTheTurn(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	l.holdPing(1, noon)
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

func TestAPlayerIsCalledAtTheTimeTheyWant(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	l.holdPing(1, noon)
	calls := func(after int64) table.Calls {
		return func(_ table.UserID, held int64) int64 { return held + after }
	}
	first := func(quiet table.Quiet, calls table.Calls) table.Demand { return l.table.DemandsWith(quiet, calls)[0] }
	require.Equal(t, table.Demand{Kind: table.Call, At: noon + hour/2, Seat: 1}, first(table.Always, calls(hour/2)))
	quiet := func(_ table.UserID, at int64) int64 { return max(at, noon+hour*3/4) }
	require.Equal(t, table.Demand{Kind: table.Call, At: noon + hour*3/4, Seat: 1}, first(quiet, calls(hour/2)))
	require.Equal(t, table.Reminder, first(table.Always, calls(hour*9/10)).Kind, "the reminder comes first")
	never := func(table.UserID, int64) int64 { return 0 }
	require.Equal(t, table.Reminder, first(table.Always, never).Kind)
	l.holdPing(1, noon+hour/4)
	require.Equal(t, noon+hour/2, first(table.Always, calls(hour/2)).At, "the time counts from the first")
	require.Equal(t, noon+hour/4, first(table.Always, calls(0)).At, "but no call comes before the last")
}

func TestAPlayerWhoHasLookedIsNotCalled(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	l.refused(table.RefusedLog, table.Look(1, noon))
	l.holdPing(1, noon+1)
	l.refused(table.RefusedLog, table.Look(2, noon+2))
	l.do(table.Look(1, noon+2))
	require.Equal(t, table.Reminder, l.table.Demands(table.Always)[0].Kind)
	l.holdPing(1, noon+3)
	require.Equal(t, table.Reminder, l.table.Demands(table.Always)[0].Kind)
}
