package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/engine/towers"
)

func TestPauseMovesTheEndOfALimitUntilItIsReplaced(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	until := l.table.Waits[1].Until
	l.do(table.PauseLimit(1, noon+hour, noon+10*hour, noon+hour))
	require.Equal(t, until+9*hour, l.table.Waits[1].Until)
	l.do(table.PauseLimit(1, noon+2*hour, noon+20*hour, noon+2*hour))
	require.Equal(t, until+19*hour, l.table.Waits[1].Until, "a later return")
	l.do(table.PauseLimit(1, noon+5*hour, noon+5*hour, noon+5*hour))
	require.Equal(t, until+4*hour, l.table.Waits[1].Until, "back after four hours")
	l.do(table.PauseLimit(1, noon+5*hour, noon+6*hour, noon+5*hour))
	require.Equal(t, until+5*hour, l.table.Waits[1].Until, "another pause follows at once")
	l.refused(table.RefusedLog, table.PauseLimit(1, noon+9*hour, noon+8*hour, noon))
	l.refused(table.RefusedLog, table.PauseLimit(1, noon-1, noon+8*hour, noon))
	l.refused(table.RefusedLog, table.PauseLimit(2, noon, noon+8*hour, noon))
	l.refused(table.RefusedLog, table.PauseLimit(200, noon, noon+8*hour, noon))
}

func TestExtensionCountsAbsencesUntilItsTimeOrAnotherOne(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	l.do(table.Extend(1, noon+48*hour, noon+3*hour).CountedTo(noon + 2*hour))
	require.Equal(t, noon+2*hour, l.table.Waits[1].Counted)
	l.do(table.Extend(1, noon+49*hour, noon+4*hour))
	require.Equal(t, noon+4*hour, l.table.Waits[1].Counted, "as in old logs")
	require.Equal(t, noon+4*hour, l.table.Waits[1].Extended)
}

func TestPausesListsWhatTheTableDoesNotKnowYet(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	away := func(begin, end int64) table.Absent {
		return func(_ table.UserID, after int64) (int64, int64) {
			if end <= after {
				return 0, 0
			}
			return begin, end
		}
	}
	pauses := func(absent table.Absent, now int64) []table.Demand { return l.table.Pauses(absent, now) }
	pause := func(at, until int64) []table.Demand {
		return []table.Demand{{Kind: table.Pause, Seat: 1, At: at, Until: until}}
	}
	require.Empty(t, pauses(func(table.UserID, int64) (begin, end int64) { return 0, 0 }, noon))
	require.Equal(t, pause(noon, noon+5*hour), pauses(away(noon-hour, noon+5*hour), noon+2*hour),
		"the time before the turn does not count")
	over := l.table.Waits[1].Until
	require.Equal(t, pause(over-1, over+hour), pauses(away(over-1, over+hour), noon))
	require.Empty(t, pauses(away(over, over+hour), noon), "the limit has run out")

	l.do(table.PauseLimit(1, noon, noon+5*hour, noon))
	require.Empty(t, pauses(away(noon, noon+5*hour), noon+hour))
	require.Equal(t, pause(noon+hour, noon+hour), pauses(away(noon, noon+hour), noon+hour), "back")
	require.Equal(t, pause(noon+hour, noon+6*hour), pauses(away(noon, noon+6*hour), noon+hour), "away for longer")
	require.Empty(t, pauses(away(noon, noon+5*hour), noon+7*hour))
}

func TestMoveDuringAPauseDoesNotFillTheReserveWithIt(t *testing.T) {
	for _, paused := range []bool{false, true} {
		l := startPaced(t, gardens.Game, table.Daily, []string{"Bo"})
		if paused {
			l.do(table.PauseLimit(1, noon+4*hour, noon+10*dayMs, noon+4*hour))
		}
		l.playAt(noon+4*hour, l.firstMove(1))
		require.Equal(t, dayMs+20*hour, l.reserved(1), "paused: %v", paused)
	}
}

func TestUndoneMoveOfAPausedTurnGivesBackItsTime(t *testing.T) {
	l := startPaced(t, towers.Game, table.Daily, nil, 2, 2)
	seat, r := l.table.Seat(ana), chance()
	for !l.table.Turn().Has(seat) {
		l.mindful(noon, l.table.Turn().Slice()[0], r)
	}
	at := noon + 10*hour
	l.do(table.PauseLimit(seat, at, noon+9*dayMs, at))
	for l.table.Turn().Has(seat) {
		l.mindful(at, seat, r)
	}
	require.Equal(t, 38*hour, l.reserved(seat))
	at += 5 * hour
	l.do(table.Undo(seat, ana, at))
	require.Equal(t, at+38*hour, l.table.Waits[seat].Until, "without the pause, which follows again if need be")
	require.Equal(t, at, l.table.Waits[seat].Counted)
}
