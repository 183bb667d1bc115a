package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/engine/towers"
)

const dayMs = 24 * hour

// startPaced starts a game at noon with a time control. Computers of levels join.
func startPaced(t *testing.T, g engine.Game, c table.TimeControl, people []string, levels ...int) *log {
	opening := table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, nil, c.Limit, 1).WithReserve(c.Reserve)
	return startWith(t, g, opening, people, levels...)
}

// reserved returns the reserve of a seat in milliseconds.
func (l *log) reserved(seat engine.Seat) int64 { return l.table.Reserved[seat] }

func TestReserveIsChosenInTheLobbyWithTheLimit(t *testing.T) {
	l := open(t, nil)
	l.do(table.SetLimit(table.Daily.Limit, ana, 2).WithReserve(table.Daily.Reserve))
	require.Equal(t, table.Daily, l.table.TimeControl())
	l.refused(table.RefusedOption, table.SetLimit(table.Daily.Limit, ana, 3).WithReserve(5))
	l.refused(table.RefusedOption, table.SetLimit(0, ana, 3).WithReserve(table.Daily.Reserve))
	l.do(table.SetLimit(3600, ana, 3))
	require.Equal(t, table.TimeControl{Limit: 3600}, l.table.TimeControl(), "a limit of its own has no reserve")
}

func TestTimeControlsAreReadAsTheyAreWritten(t *testing.T) {
	require.Equal(t, "live daily relaxed 0 3600 3600+900", table.Live.String()+" "+table.Daily.String()+" "+
		table.Relaxed.String()+" "+table.TimeControl{}.String()+" "+table.TimeControl{Limit: 3600}.String()+" "+
		table.TimeControl{Limit: 3600, Reserve: 900}.String())
	for _, limit := range table.Limits {
		for _, reserve := range table.Reserves {
			c := table.TimeControl{Limit: limit, Reserve: reserve}
			require.Equal(t, c, table.ParseTimeControl(c.String()))
			require.Equal(t, limit != 0 || reserve == 0, c.Valid())
		}
	}
	for _, text := range []string{"slow", "3600+", "3600+x", "+900", "3600+900+1", "-1"} {
		if c := table.ParseTimeControl(text); text != "3600+" {
			require.False(t, c.Valid(), text)
		}
	}
	require.Zero(t, table.ParseTimeControl(""))
	for _, pace := range table.Paces {
		require.True(t, pace.Valid(), "%+v", pace)
	}
}

func TestQuickTurnAddsWhatItLeavesToTheReserve(t *testing.T) {
	l := startPaced(t, gardens.Game, table.Daily, []string{"Bo"})
	require.Equal(t, dayMs, l.reserved(1), "a seat begins with the time of a turn")
	require.Equal(t, noon+2*dayMs, l.table.Waits[1].Until)
	require.Equal(t, noon+dayMs, l.table.LimitEnd(1))
	l.playAt(noon+4*hour, l.firstMove(1))
	require.Equal(t, dayMs+20*hour, l.reserved(1))
	require.Zero(t, l.table.LimitEnd(1), "its turn is over")
	l.playAt(noon+4*hour, l.firstMove(2))
	require.Equal(t, 2*dayMs, l.reserved(2))
	for l.reserved(2) < 3*dayMs {
		seat := l.table.Turn().Slice()[0]
		l.playAt(noon+5*hour, l.firstMove(seat))
	}
	require.EqualValues(t, table.Daily.Reserve*1000, l.reserved(2), "the cap")
}

func TestSlowTurnUsesTheReserve(t *testing.T) {
	l := startPaced(t, gardens.Game, table.Daily, []string{"Bo"})
	l.playAt(noon+30*hour, l.firstMove(1))
	require.Equal(t, 18*hour, l.reserved(1))
	l.playAt(noon+30*hour+dayMs, l.firstMove(2))
	require.Equal(t, dayMs, l.reserved(2), "a turn of exactly the limit")
	require.Equal(t, noon+30*hour+dayMs+dayMs+18*hour, l.table.Waits[1].Until)
}

func TestSkippedSeatHasNoReserveLeft(t *testing.T) {
	l := startPaced(t, gardens.Game, table.Relaxed, []string{"Bo"})
	require.Equal(t, "0 skip 1", l.expire(1, noon+hour))
	require.Zero(t, l.reserved(1), "also if a moderator skips it early")
	l.playAt(noon+2*hour, l.firstMove(2))
	require.Equal(t, noon+2*hour+3*dayMs, l.table.Waits[1].Until)
	require.Equal(t, l.table.Waits[1].Until, l.table.LimitEnd(1))
	l.playAt(noon+2*hour, l.firstMove(1))
	require.Equal(t, 3*dayMs, l.reserved(1), "it can fill the reserve again")
}

func TestExtensionMovesTheLimitAndTheReserve(t *testing.T) {
	l := startPaced(t, gardens.Game, table.Daily, []string{"Bo"})
	l.do(table.Extend(1, noon+3*dayMs, noon+2*dayMs))
	require.Equal(t, noon+2*dayMs, l.table.LimitEnd(1))
	l.playAt(noon+2*dayMs+hour, l.firstMove(1))
	require.Equal(t, 23*hour, l.reserved(1))
	l.do(table.Extend(2, noon+30*dayMs, noon+3*dayMs))
	l.playAt(noon+3*dayMs, l.firstMove(2))
	require.Equal(t, 3*dayMs, l.reserved(2), "the cap")
}

func TestNewPlayerBeginsWithAFreshReserve(t *testing.T) {
	l := startPaced(t, gardens.Game, table.Daily, []string{"Bo"})
	l.playAt(noon+47*hour, l.firstMove(1))
	require.Equal(t, hour, l.reserved(1))
	e := replace(1, dan, "Dan")
	e.At = noon + 48*hour
	l.do(e)
	require.Equal(t, dayMs, l.reserved(1))
}

func TestSeatIsRemindedBeforeItsLimitAndBeforeItsReserveEnd(t *testing.T) {
	l := startPaced(t, gardens.Game, table.Daily, []string{"Bo"})
	over := table.Demand{Kind: table.TurnOver, At: noon + 2*dayMs, Seat: 1}
	lead := dayMs / 5
	remind := func(at int64) { l.do(table.Remind(1, at)) }
	first, second := noon+dayMs-lead, noon+2*dayMs-lead
	require.Equal(t, []table.Demand{{Kind: table.Reminder, At: first, Seat: 1}, over}, l.table.Demands(table.Always))
	fresh := l.table
	remind(first)
	require.Equal(t, []table.Demand{{Kind: table.Reminder, At: second, Seat: 1}, over}, l.table.Demands(table.Always))
	remind(second)
	require.Equal(t, []table.Demand{over}, l.table.Demands(table.Always))

	late := got(fresh.Next(table.Remind(1, second)))(t)
	require.Equal(t, []table.Demand{over}, late.Demands(table.Always), "a late first reminder is the last as well")
}

func TestShortReserveNeedsNoReminderOfItsOwn(t *testing.T) {
	short := table.TimeControl{Limit: table.Daily.Limit, Reserve: table.Reserves[1]}
	l := startPaced(t, gardens.Game, short, []string{"Bo"})
	l.do(table.Remind(1, noon+dayMs-dayMs/5))
	require.Len(t, l.table.Demands(table.Always), 1)
}

func TestLiveGameFillsTheReserveAtEachStepAndWhenReady(t *testing.T) {
	minute := hour / 60
	l := startPaced(t, untimed, table.Live, []string{"Bo", "Cleo"})
	l.own(noon+minute, "1 build")
	require.Equal(t, 9*minute, l.reserved(1))
	require.Equal(t, 5*minute, l.reserved(2))
	l.own(noon+7*minute, "2 build")
	require.Equal(t, 3*minute, l.reserved(2), "two minutes beyond the limit")
	l.do(l.table.TimeUp(noon + 7*minute))
	require.Equal(t, 3*minute, l.reserved(3), "the end of the round adds nothing to a seat that did nothing")
	require.Equal(t, 3*minute, l.reserved(2))
	require.Equal(t, 8*minute, l.reserved(1), "a minute beyond the limit")
}

// left returns the time of a seat at a moment: in turn all that is left of it, else what its next
// turn has.
func left(t *table.Table, seat engine.Seat, at int64) int64 {
	if until := t.Waits[seat].Until; until != 0 {
		return max(0, until-at)
	}
	return int64(t.Limit)*1000 + t.Reserved[seat]
}

// TestUndoAcrossTurnsGivesNoTime ends a turn and takes it back, again and again.
func TestUndoAcrossTurnsGivesNoTime(t *testing.T) {
	l := startPaced(t, towers.Game, table.Daily, nil, 2, 2)
	seat := l.table.Seat(ana)
	at, r := noon, chance()
	undone := 0
	for range 60 {
		at += hour
		for turn := l.table.Turn(); !turn.Has(seat) && turn != 0; turn = l.table.Turn() {
			l.step(at, l.table.State.Mind().Draw(turn.Slice()[0], r))
		}
		before := left(l.table, seat, at)
		if next, err := l.table.Next(table.Undo(seat, ana, at)); err == nil && r.IntN(3) > 0 {
			require.LessOrEqual(t, left(next, seat, at), before)
			l.table, l.events = next, append(l.events, table.Undo(seat, ana, at))
			undone++
			continue
		}
		l.step(at, l.table.State.Mind().Draw(seat, r))
	}
	require.Greater(t, undone, 10)
	l.replays(t)
}

func TestUndoneTurnGoesOnWithTheTimeThatItHad(t *testing.T) {
	l := startPaced(t, towers.Game, table.Daily, nil, 2, 2)
	seat := l.table.Seat(ana)
	r := chance()
	for !l.table.Turn().Has(seat) {
		l.step(noon, l.table.State.Mind().Draw(l.table.Turn().Slice()[0], r))
	}
	require.Equal(t, dayMs, l.reserved(seat))
	at := noon + 10*hour
	for l.table.Turn().Has(seat) {
		l.step(at, l.table.State.Mind().Draw(seat, r))
	}
	require.Equal(t, 38*hour, l.reserved(seat))
	at += 5 * hour
	l.do(table.Undo(seat, ana, at))
	require.True(t, l.table.Turn().Has(seat), "the seat is in turn again")
	require.Equal(t, at+38*hour, l.table.Waits[seat].Until, "the clock stood still while the turn was over")
	require.Equal(t, at+14*hour, l.table.LimitEnd(seat))
	for l.table.Turn().Has(seat) {
		l.step(at, l.table.State.Mind().Draw(seat, r))
	}
	require.Equal(t, 38*hour, l.reserved(seat))
}
