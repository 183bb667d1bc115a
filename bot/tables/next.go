package tables

import (
	"context"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// fewestForNext is how many players a game has in which a player is told to be next. With two, the
// player who has just moved always is.
const fewestForNext = 3

// upNext returns the seat in turn and the one whose turn comes after it. Both are 0 if that cannot
// be told: several act at once, or chance decides. Both are people.
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

// NextUp returns the seat that a message tells that it is next, and by which way, 0 for none.
// then is the table that the message describes, called are the seats whose turn begins with it, and
// mentions says that the server allows mentions of players. A player is told once in a turn of the
// player before, and never in quiet hours.
func (al Alerts) NextUp(
	ctx context.Context, id table.ID, then *table.Table, called engine.SeatSet, mentions bool,
) (next engine.Seat, way store.Way, err error) {
	now, next := upNext(then)
	if next == 0 || !called.Has(now) {
		return 0, "", nil
	}
	s, err := al.ts.Load(ctx, id)
	if err != nil || !sameTurn(then, s.Table, now) {
		return 0, "", err
	}
	c, err := al.ts.Calendar(ctx, then)
	if err != nil {
		return 0, "", err
	}
	user, at := then.Player(next).User, al.ts.now().UnixMilli()
	switch chosen := c.of(user).Pings; {
	case !chosen.Next || chosen.When == store.PingNever || c.Quiet(user, at) > at:
	case chosen.Direct:
		return next, store.Direct, nil
	case mentions:
		return next, store.InChannel, nil
	}
	return 0, "", nil
}

// StillPingable returns which of the seats that Pingable and NextUp have returned for then a
// message still pings, without holding back a ping: those whose turn goes on, and the one that is
// next.
func (al Alerts) StillPingable(
	ctx context.Context, id table.ID, then *table.Table, seats engine.SeatSet,
) (engine.SeatSet, error) {
	s, err := al.ts.Load(ctx, id)
	if err != nil {
		return 0, err
	}
	now, next := upNext(then)
	for _, seat := range seats.Slice() {
		turn := seat
		if seat == next {
			turn = now
		}
		if !sameTurn(then, s.Table, turn) {
			seats &^= engine.Seats(seat)
		}
	}
	return seats, nil
}

// StillNext returns the player in turn if a user is still next as at then. It returns false if the
// turn is over.
func StillNext(then, now *table.Table, user table.UserID) (before engine.Seat, still bool) {
	before, next := upNext(then)
	if next == 0 || then.Player(next).User != user || !sameTurn(then, now, before) {
		return 0, false
	}
	return before, now.Player(next).User == user
}
