package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/engine/towers"
)

// add returns the event by which Ana adds the nth computer.
func add(nth, level int) table.Event {
	return table.AddComputer(table.Player{User: table.ComputerID(nth, level), Name: "Nabu"}, ana, 0)
}

func TestComputerIDsAreNoIDsOfPeople(t *testing.T) {
	seen := map[table.UserID]bool{}
	for nth := 1; nth <= table.MaxComputers; nth++ {
		for level := 1; level <= engine.ComputerLevels; level++ {
			id := table.ComputerID(nth, level)
			gotNth, gotLevel, ok := id.Computer()
			require.True(t, ok, "it is a computer's")
			require.Equal(t, []int{nth, level}, []int{gotNth, gotLevel})
			require.False(t, seen[id], "two computers have the same ID")
			require.Less(t, id, table.UserID(1<<22), "a person may have this ID")
			seen[id] = true
		}
	}
	people := 0
	for id := range table.UserID(1 << 22) {
		if !id.IsComputer() {
			people++
		}
	}
	require.Equal(t, 1<<22-len(seen), people, "only the IDs of computers count as such")
	require.False(t, table.UserID(80351110224678912).IsComputer(), "it is a person's")
}

func TestComputersTakeSeatsLikePeople(t *testing.T) {
	l := newGame(t, "gardens lobby")
	l.do(add(1, 3), join(bo, "Bo"))
	assert.Equal(t, table.ComputerID(2, 5), l.table.FreeComputer(5))
	l.do(add(2, 5))
	l.refused(table.RefusedFull, add(3, 1))
	assert.Equal(t, engine.Seats(2, 4), l.table.Computers())
	assert.Equal(t, ana, l.table.Host)

	l.do(table.TakeOut(table.ComputerID(1, 3), ana, 9))
	assert.Equal(t, table.ComputerID(1, 2), l.table.FreeComputer(2), "the name is free again")
	l.do(add(1, 2))
	l.start()
	l.refused(table.RefusedStarted, add(3, 3))
	for i, info := range l.table.SeatInfos() {
		_, level, _ := l.table.Players[i].User.Computer()
		assert.Equal(t, level, info.Computer)
	}
	rec := l.record()
	require.Contains(t, rec.Seats[l.table.Seat(table.ComputerID(1, 2))-1], "computer")
}

func TestGameEndsWhenItsLastPersonLeaves(t *testing.T) {
	for _, g := range []engine.Game{gardens.Game, towers.Game} {
		l := newGame(t, g.Info().ID+" c13 Bo c25")
		l.do(got(l.table.EndTurn(l.table.Seat(bo), engine.ResignMove(l.table.Seat(bo)), bo, 50))(t)...)
		require.Equal(t, table.Running, l.table.Status, "Ana plays on")
		own := l.table.Seat(ana)
		l.do(got(l.table.EndTurn(own, engine.ResignMove(own), ana, 60))(t)...)
		require.Equal(t, table.Ended, l.table.Status)
		for _, s := range l.table.Standings() {
			require.Equal(t, !s.User.IsComputer(), s.Resigned, "computers do not resign")
			require.True(t, s.Rank < 3 == s.User.IsComputer())
		}
		rec := l.record()
		require.NoError(t, rec.Check(g))
	}
}

func TestAGameOfOnePersonHasThatPersonsLanguage(t *testing.T) {
	for alone, want := range map[bool]string{true: "es", false: ""} {
		l := newGame(t, "gardens lobby")
		l.do(table.Join(table.Player{User: bo, Name: "Bo", Language: "es"}, 2), add(1, 3))
		if alone {
			l.do(table.Leave(ana, 8))
		}
		require.Empty(t, l.table.SoloLanguage(), "a lobby invites others")
		l.start()
		require.Equal(t, want, l.table.SoloLanguage())
		l.do(replace(l.table.Seat(bo), cleo, "Cleo"))
		require.Empty(t, l.table.SoloLanguage(), "nobody knows Cleo's")
	}
}

func TestComputerInTurnIsDueAtOnceAndHasNoLimit(t *testing.T) {
	l := newGame(t, "babel limit=3600 c13")
	seat := l.table.Seat(table.ComputerID(1, 3))
	if !l.table.Turn().Has(seat) {
		person := l.table.Seat(ana)
		demands := l.table.Demands(table.Always)
		require.NotEmpty(t, demands)
		for _, d := range demands {
			require.Equal(t, person, d.Seat, "a computer has nothing to do before its turn")
		}
		l.expire(person, noon+hour)
	}
	wait := l.table.Waits[seat]
	require.NotZero(t, wait.Since)
	require.Zero(t, wait.Until, "no limit runs for a computer")
	require.Equal(t, []table.Demand{{Kind: table.ComputerTurn, At: wait.Since, Seat: seat}}, l.table.Demands(table.Always))
	require.False(t, table.ComputerTurn.IsNotice(), "ComputerTurn is no notice")
}

func TestComputersPlayTheRematch(t *testing.T) {
	l := newGame(t, "gardens c13 Bo")
	next := rematch(t, l.table, bo).table
	require.Equal(t, bo, next.Host)
	require.True(t, next.Joined(ana), "Ana has joined")
	require.True(t, next.Joined(table.ComputerID(1, 3)), "the computer has joined")
}
