package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

// startRush starts a game of rush of Ana, Bo and Cleo at noon.
func startRush(t *testing.T, limit table.Limit, computers ...table.UserID) *log {
	return startLive(t, rush, limit, computers...)
}

// startLive starts a live game whose rounds wait for their players.
func startLive(t *testing.T, g engine.Game, limit table.Limit, computers ...table.UserID) *log {
	e := table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, nil, limit, 1)
	e.Order = []table.UserID{ana, bo, cleo}
	l := begin(t, g, e)
	if len(computers) == 0 {
		l.do(join(bo, "Bo"), join(cleo, "Cleo"))
	}
	for _, user := range computers {
		l.do(table.AddComputer(table.Player{User: user, Name: "Nabu"}, ana, 2))
	}
	l.do(l.table.Deal(ana, noon, chance()).WithReady())
	return l
}

// ready has the players of seats say that they are ready.
func (l *log) ready(when int64, seats ...engine.Seat) {
	l.t.Helper()
	for _, seat := range seats {
		l.do(table.ReadyUp(seat, l.table.Player(seat).User, when))
	}
}

// own plays a move of the player of its seat.
func (l *log) own(when int64, text string) {
	l.t.Helper()
	m := got(l.table.Game.ParseMove(text))(l.t)
	l.do(table.MoveText(text, l.table.Player(m.Seat).User, when))
}

func TestARoundBeginsWhenEverybodyIsReady(t *testing.T) {
	l := startRush(t, 0)
	require.Equal(t, engine.Seats(1, 2, 3), l.table.NotReady())
	require.Zero(t, l.table.Deadline(), "the clock does not run")
	require.Empty(t, l.table.Demands(table.Always), "the first round waits for everybody")
	l.refused(table.RefusedRoundWaits, move("1 build"), l.table.TimeUp(noon+1))

	l.ready(noon+10, 3, 1)
	require.Equal(t, engine.Seats(2), l.table.NotReady())
	l.refused(table.RefusedLog, table.ReadyUp(1, ana, noon+11), table.ReadyUp(4, ana, noon+11))
	l.refused(table.RefusedRoundWaits, move("1 build"))
	l.ready(noon+20, 2)
	require.Zero(t, l.table.NotReady())
	require.Equal(t, noon+20+rushClock*1000, l.table.Deadline(), "the clock runs from the beginning of the round")
	l.refused(table.RefusedRoundBegun, table.ReadyUp(2, bo, noon+21), table.BeginRound(noon+21))
	l.own(noon+30, "1 build")
}

func TestAnOldGameDoesNotWaitForItsPlayers(t *testing.T) {
	l := startTimed(t, rush, nil, "Bo", "Cleo")
	require.False(t, l.table.Rounds, "the game has no rounds")
	require.Zero(t, l.table.NotReady())
	require.Equal(t, noon+rushClock*1000, l.table.Deadline())
	l.refused(table.RefusedRoundBegun, table.ReadyUp(1, ana, noon))
	for seat := 1; seat <= 3; seat++ {
		l.playAt(noon+int64(seat), engine.Seat(seat).String()+" stuck")
	}
	require.Equal(t, table.Running, l.table.Status, "a round in which nobody built is like any other")
	require.Zero(t, l.table.Round)
	l.do(l.table.TimeUp(noon + 9))
	require.Equal(t, table.Ended, l.table.Status)
	require.True(t, l.table.Rated(), "the game counts")

	turns := open(t, nil)
	turns.do(join(bo, "Bo"))
	turns.do(turns.table.Deal(ana, noon, chance()).WithReady())
	require.False(t, turns.table.Rounds, "a game with turns has no rounds to wait for")
}

func TestARoundBeginsByItselfIfEveryoneWasActiveBefore(t *testing.T) {
	for _, active := range []bool{true, false} {
		l := startRush(t, 0)
		l.ready(noon, 1, 2, 3)
		l.own(noon+1, "1 build")
		l.own(noon+2, "2 stuck")
		if active {
			l.own(noon+3, "3 build")
		}
		l.do(l.table.TimeUp(noon + 100))
		require.Equal(t, engine.Seats(1, 2, 3), l.table.NotReady())
		require.Equal(t, active, l.table.Round.Countdown)
		if !active {
			require.Empty(t, l.table.Demands(table.Always))
			continue
		}
		require.Equal(t, []table.Demand{{Kind: table.RoundBegins, At: noon + 10_100}}, l.table.Demands(table.Always))
		l.ready(noon+200, 1)
		l.do(table.BeginRound(noon + 10_100))
		require.Zero(t, l.table.NotReady())
		require.Equal(t, noon+10_100+rushClock*1000, l.table.Deadline())
	}
}

func TestAReplacementWasNotActiveInTheRoundBefore(t *testing.T) {
	l := startRush(t, 0)
	l.ready(noon, 1, 2, 3)
	for _, text := range []string{"1 build", "1 stuck", "2 stuck", "3 stuck"} {
		l.own(noon+1, text)
	}
	l.ready(noon+2, 2)
	require.True(t, l.table.Round.Countdown, "the countdown runs")
	l.do(table.Replace(2, table.Player{User: dan, Name: "Dan"}, ana, noon+3))
	require.False(t, l.table.Round.Countdown, "the countdown is over")
	require.Equal(t, engine.Seats(1, 2, 3), l.table.NotReady(), "the new player is not ready")
	l.do(table.Replace(3, table.Player{User: table.ComputerID(1, 2), Name: "Nabu"}, ana, noon+4))
	require.Equal(t, engine.Seats(1, 2), l.table.NotReady(), "a computer is ready at once")
}

func TestTheLimitEndsTheWaitForPlayersWhoAreNotReady(t *testing.T) {
	l := startRush(t, limit)
	require.Equal(t, []table.Demand{
		{Kind: table.Reminder, At: noon + hour*8/10, Seat: 1},
		{Kind: table.Reminder, At: noon + hour*8/10, Seat: 2},
		{Kind: table.Reminder, At: noon + hour*8/10, Seat: 3},
		{Kind: table.RoundBegins, At: noon + hour, Seat: 1},
	}, l.table.Demands(table.Always))
	l.ready(noon+5, 1)
	require.Zero(t, l.table.Waits[1].Until, "no limit runs for a player who is ready")
	require.Equal(t, noon+hour, l.table.Waits[2].Until)
	quiet := func(user table.UserID, at int64) int64 {
		if user == cleo {
			return at + hour
		}
		return at
	}
	demands := l.table.Demands(quiet)
	require.Equal(t, table.Demand{Kind: table.RoundBegins, At: noon + 2*hour, Seat: 3}, demands[len(demands)-1])

	l = startLive(t, untimed, limit)
	l.do(table.BeginRound(noon + hour))
	for seat := 1; seat <= 3; seat++ {
		require.Equal(t, noon+2*hour, l.table.Waits[seat].Until, "every limit starts with the round")
	}
	require.Equal(t, "0 skip 2", l.expire(2, noon+2*hour))
}

func TestASkipOrAResignationMayBeTheLastThatARoundWaitsFor(t *testing.T) {
	l := startRush(t, 0)
	l.ready(noon+1, 1)
	l.do(table.Move(rush, engine.SkipMove(3), ana, noon+2))
	require.Equal(t, engine.Seats(2), l.table.NotReady())
	l.own(noon+3, "2 resign")
	require.Zero(t, l.table.NotReady())
	require.Equal(t, noon+3, l.table.Round.Since)
}

func TestASkipMakesOnlyTheMovesOfferedToTheSkippedSeatInvalid(t *testing.T) {
	l := startRush(t, 0)
	l.ready(noon+1, 1, 2, 3)
	offered := l.table.Version
	l.do(table.Move(rush, engine.SkipMove(3), 0, noon+2))
	require.True(t, l.table.StillValid(1, offered), "the seat has not moved")
	require.False(t, l.table.StillValid(3, offered), "the seat has moved")
	l.own(noon+3, "1 stuck")
	l.own(noon+4, "2 build")
	require.False(t, l.table.StillValid(2, offered), "the round is over")
	l.own(noon+5, "2 stuck")
	require.False(t, l.table.StillValid(1, l.table.Version-1), "another round has begun")
}

func TestOnlyThePersonAgainstComputersIsWaitedFor(t *testing.T) {
	l := startRush(t, 0, table.ComputerID(1, 2))
	seat := l.table.Seat(ana)
	require.Equal(t, engine.Seats(seat), l.table.NotReady())
	require.Empty(t, l.table.Demands(table.Always), "computers wait as well")
	l.ready(noon+7, seat)
	turn := table.Demand{Kind: table.ComputerTurn, At: noon + 7, Seat: 3 - seat}
	require.Equal(t, turn, l.table.Demands(table.Always)[0])
}

func TestARoundInWhichNobodyBuiltAbandonsTheGame(t *testing.T) {
	for name, end := range map[string]func(l *log){
		"by the clock": func(l *log) { l.do(l.table.TimeUp(noon + 50)) },
		"all stuck": func(l *log) {
			l.own(noon+1, "1 stuck")
			l.own(noon+2, "2 stuck")
			l.do(table.Move(rush, engine.SkipMove(3), 0, noon+3))
		},
	} {
		l := startRush(t, limit)
		l.ready(noon, 1, 2, 3)
		l.own(noon+1, "2 build")
		l.do(l.table.TimeUp(noon + 40))
		require.Equal(t, table.Running, l.table.Status, name)
		l.ready(noon+45, 1, 2, 3)
		end(l)
		assert.Equal(t, table.Abandoned, l.table.Status, name)
		assert.True(t, l.table.Idle, "nobody played")
		assert.NotZero(t, l.table.End)
		assert.Empty(t, l.table.Demands(table.Always), name)
		l.refused(table.RefusedAborted, move("1 build"))
	}
}

func TestAGameWithoutAClockIsRatedIfEveryPersonActed(t *testing.T) {
	for _, cleoDoes := range []string{"", "3 build", "3 resign"} {
		for _, g := range []engine.Game{untimed, rush} {
			l := startLive(t, g, 0)
			for round := range 2 {
				l.ready(noon, 1, 2, 3)
				l.own(noon+1, "1 build")
				if cleoDoes != "" && round == 1 {
					l.own(noon+3, cleoDoes)
				}
				for _, seat := range l.table.Turn().Slice() {
					by := table.Move(g, engine.SkipMove(seat), 0, noon+4)
					if seat < 3 {
						by = table.MoveText(seat.String()+" stuck", l.table.Player(seat).User, noon+4)
					}
					l.do(by)
				}
			}
			require.Equal(t, table.Ended, l.table.Status)
			require.Equal(t, cleoDoes != "" || g == rush, l.table.Rated(), cleoDoes)
		}
	}
	l := startLive(t, untimed, 0)
	l.do(table.Move(untimed, engine.ResignMove(3), ana, noon+1)) // the host takes Cleo out
	require.False(t, l.table.Rated(), "the game does not count")
}
