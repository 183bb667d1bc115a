package tables

import (
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// fewestForNext is the fewest players of a game in which one is told to be next. With two, the
// player who has just moved always is.
const fewestForNext = 3

// upNext returns the seats in turn and next, both people. They are 0 if that cannot be told:
// several act at once, or chance decides.
func upNext(t *table.Table) (now, next engine.Seat) {
	turn := t.Turn()
	if len(t.Players) < fewestForNext || turn.Len() != 1 || turn&(t.Computers()|engine.Seats(engine.Chance)) != 0 ||
		t.State.Pace().Live {
		return 0, 0
	}
	now = turn.Slice()[0]
	after, err := t.State.Apply(engine.SkipMove(now))
	if err != nil {
		return 0, 0
	}
	turn = after.Turn()
	if turn.Len() != 1 || turn&(t.Computers()|engine.Seats(now, engine.Chance)) != 0 {
		return 0, 0
	}
	return now, turn.Slice()[0]
}

// nextBy returns how a user learns at a time that they are next, "" for not at all: the user does
// not want it, or has quiet hours. mentions says that the server allows mentions of players.
func (c Calendar) nextBy(user table.UserID, at int64, mentions bool) store.Way {
	switch chosen := c.of(user).Pings; {
	case !chosen.Next || chosen.When == store.PingNever || c.Quiet(user, at) > at:
	case chosen.Direct:
		return store.Direct
	case mentions:
		return store.InChannel
	}
	return ""
}

// StillNext returns the player in turn if a user is still next, false if the turn is over.
func StillNext(then, now *table.Table, user table.UserID) (before engine.Seat, still bool) {
	before, next := upNext(then)
	if next == 0 || then.Player(next).User != user || !sameTurn(then, now, before) {
		return 0, false
	}
	return before, now.Player(next).User == user
}
