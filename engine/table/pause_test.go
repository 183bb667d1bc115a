package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine/table"
)

func TestPausesListsWhatTheTableDoesNotKnowYet(t *testing.T) {
	l := newGame(t, "gardens limit=3600 Bo")
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

func TestUndoneMoveOfAPausedTurnGivesBackItsTime(t *testing.T) {
	l := newGame(t, "towers limit=daily c12 c22")
	seat, r := l.table.Seat(ana), chance()
	for !l.table.Turn().Has(seat) {
		l.step(noon, l.table.State.Mind().Draw(l.table.Turn().Slice()[0], r))
	}
	at := noon + 10*hour
	l.do(table.PauseLimit(seat, at, noon+9*dayMs, at))
	for l.table.Turn().Has(seat) {
		l.step(at, l.table.State.Mind().Draw(seat, r))
	}
	require.Equal(t, 38*hour, l.reserved(seat))
	at += 5 * hour
	l.do(table.Undo(seat, ana, at))
	require.Equal(t, at+38*hour, l.table.Waits[seat].Until, "without the pause, which follows again if need be")
	require.Equal(t, at, l.table.Waits[seat].Counted)
}

// TestSuspensionTakesNoTime compares the time left before and after, also while a player is away.
func TestSuspensionTakesNoTime(t *testing.T) {
	starts := map[string]func() *log{
		"limit":   func() *log { return newGame(t, "gardens limit=3600 Bo") },
		"reserve": func() *log { return newGame(t, "gardens limit=daily Bo") },
		"clock": func() *log {
			l := newGame(t, "towers mode=quick clock=86400 ready Bo Cleo")
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
