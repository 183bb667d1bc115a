package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/table"
)

// endedGame returns a game of three after two players have resigned.
func endedGame(t *testing.T) *log {
	l := newGame(t, "gardens build=together Bo Cleo")
	l.do(move("1 resign"), move("3 resign"))
	require.Equal(t, table.Ended, l.table.Status)
	return l
}

// rematch opens the rematch that host asks for.
func rematch(t *testing.T, last *table.Table, host table.UserID) *log {
	events := last.Rematch(host, 70)
	opened := got(table.Open(last.Game, events[0]))(t)
	l := &log{t: t, events: events[:1], table: opened}
	for _, e := range events[1:] {
		l.do(e)
	}
	return l
}

// seats lists the users in seat order.
func seats(t *table.Table) []table.UserID {
	var users []table.UserID
	for _, p := range t.Players {
		users = append(users, p.User)
	}
	return users
}

func TestRematchKeepsTheOrderAndTheNextPlayerBegins(t *testing.T) {
	last := endedGame(t).table
	before := seats(last)
	want := []table.UserID{before[1], before[2], before[0]}
	for _, host := range before {
		l := rematch(t, last, host)
		assert.Equal(t, host, l.table.Host)
		assert.Equal(t, last.Options, l.table.Options)
		l.start()
		assert.Equal(t, want, seats(l.table))
		for i, p := range l.table.Players {
			assert.Equal(t, last.Players[(i+1)%3].Name, p.Name)
		}
	}
}

func TestLeavingARematchKeepsTheOrderOfTheOthers(t *testing.T) {
	last := endedGame(t).table
	before := seats(last)
	l := rematch(t, last, before[0])
	l.do(table.Event{Kind: table.Left, By: before[1]}, join(dan, "Dan"), table.Event{Kind: table.Left, By: before[2]})
	l.do(join(before[2], "again"))
	l.start()
	assert.Equal(t, []table.UserID{before[2], before[0], dan}, seats(l.table))
}

func TestARematchKeepsThePaceHintsAndStandIns(t *testing.T) {
	last := *endedGame(t).table
	assert.False(t, rematch(t, &last, ana).table.Hints, "a rematch without")
	last.Limit, last.Reserve, last.Hints, last.StandInLevel = table.Live.Limit, table.Live.Reserve, true, 4
	again := rematch(t, &last, ana).table
	assert.Equal(t, table.Live, again.TimeControl())
	assert.True(t, again.Hints, "a rematch with hints")
	assert.Equal(t, 4, again.StandInLevel)
}

func TestHintsAmongPeopleNeedTheOption(t *testing.T) {
	l := newGame(t, "gardens Bo")
	assert.False(t, l.table.MayAskForHints(1), "a game between people without hints")
	with := *l.table
	with.Hints = true
	assert.True(t, with.MayAskForHints(2), "a game with hints")
	alone := *l.table
	alone.Players = []table.Player{{User: ana}, {User: table.ComputerID(1, 3)}}
	assert.True(t, alone.MayAskForHints(1), "a player alone")
}
