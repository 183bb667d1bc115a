package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

// startStandIns starts a game at noon with a limit of an hour and stand-ins of a level.
func startStandIns(t *testing.T, g engine.Game, level int, players ...string) *log {
	opening := table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, nil, limit, 1).WithStandIns(level)
	return startWith(t, g, opening, players)
}

// only returns the one seat in turn.
func (l *log) only() engine.Seat {
	l.t.Helper()
	require.Equal(l.t, 1, l.table.Turn().Len())
	return l.table.Turn().Slice()[0]
}

// asks has the player of a seat ask for a stand-in.
func (l *log) asks(seat engine.Seat, when int64) {
	l.t.Helper()
	l.do(l.table.CallStandIn(seat, l.table.Player(seat).User, when))
}

// playSeat plays a seat's first legal moves as the user who acts, until its turn is over.
func (l *log) playSeat(seat engine.Seat, when int64) {
	l.t.Helper()
	for l.table.Turn().Has(seat) {
		l.do(table.MoveText(l.firstMove(seat), l.table.Acting(seat), when))
	}
}

func TestSecondMissedTurnInARowBringsAStandIn(t *testing.T) {
	l := startStandIns(t, babel.Game, 3, "Bo")
	late := l.only()
	person := l.table.Player(late)
	require.Equal(t, "0 skip "+late.String(), l.expire(late, noon+hour))
	other := l.only()
	l.own(noon+hour+1, l.firstMove(other))
	for l.table.Turn().Has(other) || l.table.Turn().Has(engine.Chance) {
		if l.table.Turn().Has(engine.Chance) {
			l.do(table.Move(l.table.Game, l.table.State.Chance(chance()), 0, noon+hour+1))
			continue
		}
		l.own(noon+hour+1, l.firstMove(other))
	}

	require.Equal(t, 1, l.table.Skipped[late])
	l.expire(late, noon+3*hour)
	last := l.events[len(l.events)-1]
	require.Equal(t, table.StoodIn, last.Kind)
	require.Equal(t, late, last.Seat)
	require.Equal(t, person, l.table.Player(late), "the seat stays the person's")
	require.Equal(t, engine.Seats(late), l.table.StoodIn())
	require.Equal(t, engine.Seats(late), l.table.ComputersInTurn())
	_, level, _ := l.table.Acting(late).Computer()
	require.Equal(t, 3, level)
	require.True(t, l.table.Turn().Has(late), "the turn goes on")
	due := []table.Demand{{Kind: table.ComputerTurn, At: noon + 3*hour, Seat: late}}
	require.Equal(t, due, l.table.Demands(table.Always), "no limit runs")
	require.Zero(t, l.table.Assisted, "it has made no move yet")
	l.do(table.MoveText(l.firstMove(late), l.table.Acting(late), noon+3*hour))
	require.Equal(t, engine.Seats(late), l.table.Assisted)
	require.Zero(t, l.table.ComputerLevel(), "a stand-in is no computer player")
}

func TestOnlyPersonWhoPlaysGetsNoStandIn(t *testing.T) {
	l := startStandIns(t, gardens.Game, 3, "Bo")
	l.asks(1, noon+1)
	l.refused(table.RefusedOnlyPerson, l.table.CallStandIn(2, l.table.Player(2).User, noon+2))
	when := noon
	for l.table.Status == table.Running {
		when += hour
		switch seat := l.only(); {
		case l.table.ComputersInTurn().Has(seat):
			l.playSeat(seat, when)
		default:
			l.expire(seat, when)
			require.False(t, l.table.StoodIn().Has(seat), "the limit of a seat with a stand-in has ended")
		}
	}
	require.Equal(t, engine.Seats(2), l.table.Resigned, "the other player was skipped three times, then resigned")
	require.Equal(t, table.Ended, l.table.Status)
}

func TestStandInsAreRefusedWhereTheyDoNotBelong(t *testing.T) {
	opening := table.OpenLobby(gardens.Game.Info(), table.Player{User: ana, Name: "Ana"}, nil, 0, 1)
	l := begin(t, gardens.Game, opening.WithStandIns(4))
	require.Equal(t, 4, l.table.StandInLevel)
	for _, level := range []int{-1, 6} {
		_, err := table.Open(gardens.Game, opening.WithStandIns(level))
		require.Equal(t, table.RefusedOption, engine.RefusalCode(err))
	}
	l.refused(table.RefusedNotStarted, table.Return(1, ana, 3))
	l.do(join(bo, "Bo"), add(1, 2))
	l.start()
	computer, person := l.table.Seat(table.ComputerID(1, 2)), l.table.Seat(bo)
	l.refused(table.RefusedLog, l.table.CallStandIn(computer, ana, 9), l.table.CallStandIn(0, ana, 9))
	l.refused(table.RefusedLog, l.table.CallStandIn(4, ana, 9))
	wrong := l.table.CallStandIn(person, bo, 9)
	for _, user := range []table.UserID{table.ComputerID(2, 3), table.ComputerID(1, 4), dan, 0} {
		wrong.User = user
		l.refused(table.RefusedLog, wrong)
	}
	l.do(table.Move(l.table.Game, engine.ResignMove(person), bo, 10))
	l.refused(engine.RefusedResigned, l.table.CallStandIn(person, bo, 11))
}

func TestReplacementEndsTheStandIn(t *testing.T) {
	l := startStandIns(t, gardens.Game, 2, "Bo", "Cleo")
	seat := l.only()
	l.asks(seat, noon+1)
	l.playSeat(seat, noon+2)
	moved := len(l.table.Moves)
	l.do(replace(seat, dan, "Dan"))
	require.Zero(t, l.table.StoodIn())
	rec := l.record()
	stints := []engine.Stint{{From: 1, By: "computer 2"}, {From: moved + 1, By: "Dan"}}
	require.Equal(t, stints, rec.Seats[seat-1]["played"])
	require.Equal(t, []table.UserID{dan}, usersAt(l.table, seat))
	require.Zero(t, l.table.ComputerLevel())
}

// usersAt returns the players of seats.
func usersAt(t *table.Table, seats ...engine.Seat) (users []table.UserID) {
	for _, seat := range seats {
		users = append(users, t.Player(seat).User)
	}
	return users
}

func TestRecordTellsWhenAStandInPlayed(t *testing.T) {
	l := startStandIns(t, gardens.Game, 3, "Bo")
	seat := l.only()
	name := l.table.Player(seat).Name
	l.playSeat(seat, noon+1)
	l.playSeat(l.only(), noon+2)
	l.asks(seat, noon+3)
	first := len(l.table.Moves)
	l.playSeat(seat, noon+4)
	second := len(l.table.Moves)
	l.do(table.Return(seat, l.table.Player(seat).User, noon+5))
	for l.table.Status == table.Running {
		l.playSeat(l.only(), noon+6)
	}
	rec := l.record()
	stints := []engine.Stint{{From: 1, By: name}, {From: first + 1, By: "computer 3"}, {From: second + 1, By: name}}
	require.Equal(t, stints, rec.Seats[seat-1]["played"])
	require.NotContains(t, rec.Seats[2-seat], "played")
	require.NotContains(t, rec.Seats[seat-1], "computer", "the seat is the person's")
	require.NoError(t, rec.Check(l.table.Game))
	for _, s := range l.table.Standings() {
		require.Equal(t, s.Seat == seat, s.Assisted)
	}
}

// assisted starts a game of gardens with stand-ins of a level.
func assisted(level int, players ...string) func(t *testing.T) *log {
	return func(t *testing.T) *log { return startStandIns(t, gardens.Game, level, players...) }
}

func TestStandIns(t *testing.T) {
	scripts(t, []row{
		{"a table without them keeps its rule", assisted(0, "Bo"), `
			no_stand_ins: stand-in 1; @1h; expire 1; last = 0 skip 1; @2h; expire 2; last = 0 skip 2; @3h; expire 1
			@4h; expire 2; @5h; expire 1; @6h; expire 2; last = 0 skip 2; @7h; expire 1; last = 1 resign`},
		{"a player returns and plays on", assisted(5, "Bo"), `
			offer; @10m; stand-in 1; valid 1 = false; stood_in: own 1; stood_in: stand-in 1
			offer; @20m; return 1; valid 1 = false; until 1 = 1h20m; stand-ins = []; not_stood_in: return 1
			play 1; assisted = []`},
		{"they do not play on when the last person resigns", assisted(3, "Bo", "Cleo"), `
			@1m; stand-in 1; stand-in 2; computers = [1 2]; thinking = [1]; offer
			@3m; resign 3; stand-ins = []; until 1 = 1h3m; demands = remind 1 51m, over 1 1h3m; valid 1 = false
			play 1; assisted = []`},
		{"a round does not wait for them", func(t *testing.T) *log {
			e := table.OpenLobby(rush.Info(), table.Player{User: ana, Name: "Ana"}, nil, limit, 1).WithStandIns(3)
			e.Order = []table.UserID{ana, bo}
			return begin(t, rush, e)
		}, `
			join Bo; @0s; start ready; ready 2; notready = [1]; stand-in 1; waiting = false; play 1 build; play 2 build
			timeup; notready = [2]; return 1; notready = [1 2]; rated = true`},
	})
}
