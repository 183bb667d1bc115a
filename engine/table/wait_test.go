package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

// holdPing holds back the ping of a seat at a given time.
func (l *log) holdPing(seat engine.Seat, at int64) {
	l.t.Helper()
	l.do(table.Event{Kind: table.PingHeld, At: at, Seat: seat})
}

func TestNoCallIsDueTogetherWithAReminderOrTheEndOfTheTurn(t *testing.T) {
	l := newGame(t, "gardens limit=3600 Bo")
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
	l := newGame(t, "gardens limit=3600 Bo")
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
