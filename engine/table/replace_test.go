package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

func replace(seat engine.Seat, user table.UserID, name string) table.Event {
	return table.Event{Kind: table.Replaced, By: eve, Seat: seat, User: user, Name: name}
}

// threePlayers starts a game of three and plays a dozen moves.
func threePlayers(t *testing.T) *log {
	l := newGame(t, "gardens Bo Cleo")
	l.play(func(t *table.Table) bool { return len(t.Moves) > 12 })
	return l
}

func TestMoveOfferedAtAVersionThatARestoreForgotIsNotValid(t *testing.T) {
	now := threePlayers(t).table
	seat := now.Turn().Slice()[0]
	assert.True(t, now.StillValid(seat, now.Version), "buttons of this version are valid")
	assert.False(t, now.StillValid(seat, now.Version+1), "no button has a later version")
}

func TestStandingsNameThePlayersAtTheEnd(t *testing.T) {
	l := threePlayers(t)
	replaced := l.table.Player(2).User
	l.do(replace(2, dan, "Dan"))
	l.play(func(*table.Table) bool { return false })
	users := map[table.UserID]bool{}
	for _, s := range l.table.Standings() {
		users[s.User] = true
	}
	assert.True(t, users[dan], "who took the seat is listed")
	assert.False(t, users[replaced], "who left the seat is not")
	assert.Len(t, users, 3)
}

func TestRecordTellsWhoPlayedASeatFromWhichMoveOn(t *testing.T) {
	l := newGame(t, "gardens Bo")
	seat := l.table.Seat(bo)
	computer := table.ComputerID(1, 4)
	l.do(replace(seat, cleo, "Cleo"))
	l.play(func(t *table.Table) bool { return len(t.Moves) >= 9 })
	first := len(l.table.Moves)
	l.do(replace(seat, dan, "Dan"), replace(seat, computer, "Nabu"))
	l.play(func(t *table.Table) bool { return len(t.Moves) >= first+6 })
	second := len(l.table.Moves)
	l.do(replace(seat, dan, "Dan"))

	played := func(seat engine.Seat) any {
		rec := l.record()
		data := got(rec.Append(nil))(t)
		back := got(engine.ParseRecord(data))(t)
		o := got(back.Opening(l.table.Game))(t)
		return o.Seats[seat-1].Played
	}
	want := []engine.Stint{{From: 1, By: "Cleo"}, {From: first + 1, By: "computer 4"}, {From: second + 1, By: "Dan"}}
	require.Equal(t, want, played(seat), "a player without a move is left out")
	require.Nil(t, played(3-seat))
	l.play(func(*table.Table) bool { return false })
	require.Equal(t, want, played(seat))
	rec := l.record()
	require.NoError(t, rec.Check(l.table.Game))
}
