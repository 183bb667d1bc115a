package tables

import (
	"context"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Account is the content of a message about events: what has happened, and who must act now.
type Account struct {
	History       History
	Message       store.Entry
	Events        []table.Event
	Before, After *table.Table
	// Calls are the seats in turn that the message calls to act. The program plays the seats in
	// Automatic: they have planned the turn or have nothing to choose.
	Calls, Automatic engine.SeatSet
}

// Account returns the content of the message m. h is the history of its table.
func (al Alerts) Account(ctx context.Context, h History, m store.Entry) (Account, error) {
	before, events, err := h.At(m.From, m.Version)
	a := Account{History: h, Message: m, Events: events, Before: before, After: before}
	for _, e := range events {
		if err == nil {
			a.After, err = a.After.Next(e)
		}
	}
	if err != nil || a.After.State == nil {
		return a, err
	}
	a.Calls = seatsToCall(before, a.After, events)
	if m.Kind == PostRestored {
		a.Calls = a.After.Awaited()
	}
	if a.After.Round.Waiting {
		a.Calls &= a.After.Awaited()
	}
	a.Automatic, err = al.ts.Forced.NoChoice(ctx, a.After, a.Calls)
	return a, err
}

// Decide decides which of the called players the message pings now, if the server allows mentions.
// pinged may have the seat of the next player too; if they want a direct message, next is the user.
// A player whose turn is over is not pinged. For one who wants the ping later or as a direct
// message, or has planned the turn, it notes a held-back ping, unless an earlier attempt did.
func (al Alerts) Decide(
	ctx context.Context, a Account, mentions bool,
) (pinged engine.SeatSet, next table.UserID, err error) {
	then := a.After
	s, err := al.ts.Load(ctx, a.Message.Table)
	if err != nil {
		return 0, 0, err
	}
	c, err := al.ts.Calendar(ctx, then)
	if err != nil {
		return 0, 0, err
	}
	var later engine.SeatSet
	now := al.ts.now().UnixMilli()
	for _, seat := range (a.Calls &^ then.Computers()).Slice() {
		_, planned := al.ts.Forced.PlanAt(s.Table, seat)
		if a.Automatic.Has(seat) && !planned || !sameTurn(then, s.Table, seat) || s.Table.Waits[seat].PingHeld != 0 {
			continue
		}
		switch c.pingOf(then.Player(seat).User, now, mentions, planned) {
		case heldPing:
			later |= engine.Seats(seat)
		case pingNow:
			pinged |= engine.Seats(seat)
		}
	}
	called := a.Calls &^ then.Computers() &^ a.Automatic
	if turn, after := upNext(then); after != 0 && called.Has(turn) && sameTurn(then, s.Table, turn) {
		switch user := then.Player(after).User; c.nextBy(user, now, mentions) {
		case store.InChannel:
			pinged |= engine.Seats(after)
		case store.Direct:
			next = user
		}
	}
	return pinged, next, al.hold(ctx, a.Message.Table, then, later)
}

// StillPinged returns which of the seats from Decide to ping if the message is sent again. The
// called player's turn must go on, also to ping the player who is next. It holds back no ping.
func (al Alerts) StillPinged(ctx context.Context, a Account, seats engine.SeatSet) (engine.SeatSet, error) {
	s, err := al.ts.Load(ctx, a.Message.Table)
	if err != nil {
		return 0, err
	}
	now, next := upNext(a.After)
	for _, seat := range seats.Slice() {
		turn := seat
		if seat == next {
			turn = now
		}
		if !sameTurn(a.After, s.Table, turn) {
			seats &^= engine.Seats(seat)
		}
	}
	return seats, nil
}

// fewestForNext is the fewest players: with two, the one who has just moved is always next.
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

// nextBy returns how a user learns at a time that they are next, "" for not at all.
func (c Calendar) nextBy(user table.UserID, at int64, mentions bool) store.Way {
	switch chosen := c.preferencesOf(user).Pings; {
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
