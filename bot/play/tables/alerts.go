package tables

import (
	"cmp"
	"context"
	"slices"

	"amytis/bot/play/wishes"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// A player who wants no ping when the turn begins has it held back: in quiet hours, for later, or
// for a direct message. A table.PingHeld event notes that before the message is sent, so that after
// a crash the bot knows whom it must call, and never calls one who was pinged.

// Alerts decides when players are told that it is their turn. It holds back pings.
type Alerts struct{ ts *Tables }

func (ts *Tables) Alerts() Alerts { return Alerts{ts} }

// SuppressPing reports whether a seat's player has quiet hours. Then it holds back the ping.
func (al Alerts) SuppressPing(
	ctx context.Context, id table.ID, then *table.Table, seat engine.Seat,
) (suppressed bool, err error) {
	if suppressed, err = al.Quiet(ctx, then, seat); suppressed {
		err = al.hold(ctx, id, then, engine.Seats(seat))
	}
	return suppressed, err
}

func (al Alerts) Quiet(ctx context.Context, t *table.Table, seat engine.Seat) (bool, error) {
	c, err := al.ts.Calendar(ctx, t)
	now := al.ts.now().UnixMilli()
	return err == nil && c.Quiet(t.Player(seat).User, now) > now, err
}

// hold notes the held-back pings of seats for which the table still waits as it did at then.
func (al Alerts) hold(ctx context.Context, id table.ID, then *table.Table, seats engine.SeatSet) error {
	if seats == 0 {
		return nil
	}
	now := al.ts.now().UnixMilli()
	return al.ts.amend(ctx, id, func(t *table.Table) (events []table.Event, err error) {
		for _, seat := range seats.Slice() {
			if sameTurn(then, t, seat) {
				events = append(events, table.HoldPing(seat, now))
			}
		}
		return events, nil
	})
}

// Outdated reports whether a notice about a seat, made at then, is obsolete or was replaced.
func Outdated(kind string, then, now *table.Table, seat engine.Seat) bool {
	if !sameTurn(then, now, seat) {
		return true
	}
	wait := now.Waits[seat]
	switch kind {
	case PostReminder:
		return !wait.Reminded || wait.Warned != then.Waits[seat].Warned
	case PostCall:
		return !wait.Called || wait.Reminded || wait.Looked || wait.PingHeld != then.Waits[seat].PingHeld
	case PostPause:
		return wait.Counted == 0
	case PostExtension:
		return wait.Extended == 0
	}
	return false
}

// NoteLook notes that a seat's player looks at the table, if a ping was or will be held back.
func (al Alerts) NoteLook(ctx context.Context, s Loaded, seat engine.Seat) (Loaded, error) {
	if !s.Table.Turn().Has(seat) || !needsLook(s.Table.Waits[seat]) {
		return s, nil
	}
	early, err := al.willBeHeld(ctx, s, seat)
	if err != nil || !early && s.Table.Waits[seat].PingHeld == 0 {
		return s, err
	}
	now := al.ts.now().UnixMilli()
	err = al.ts.amend(ctx, s.ID, func(t *table.Table) (events []table.Event, err error) {
		if !sameTurn(s.Table, t, seat) || !needsLook(t.Waits[seat]) {
			return nil, nil
		}
		if t.Waits[seat].PingHeld == 0 {
			events = append(events, table.HoldPing(seat, now))
		}
		return append(events, table.Look(seat, now)), nil
	})
	if err != nil {
		return s, err
	}
	return al.ts.Load(ctx, s.ID)
}

// willBeHeld reports whether the message about a seat's turn, perhaps not sent yet, will hold back
// the ping. In a live game, and in one against computers, hardly any message pings.
func (al Alerts) willBeHeld(ctx context.Context, s Loaded, seat engine.Seat) (bool, error) {
	wait := s.Table.Waits[seat]
	if wait.PingHeld != 0 || s.Table.Solo() || s.Table.State.Pace().Live {
		return false, nil
	}
	c, err := al.ts.Calendar(ctx, s.Table)
	if err != nil {
		return false, err
	}
	settings, err := al.ts.store.Settings(ctx, s.Header.Guild)
	_, planned := al.ts.Forced.PlanAt(s.Table, seat)
	return c.pingOf(s.Table.Player(seat).User, wait.Since, !settings.Quiet, planned) == heldPing, err
}

func needsLook(wait table.Wait) bool { return !wait.Looked && !wait.Reminded }

// sameTurn reports whether a seat is in turn now, in the same turn as at then.
func sameTurn(then, now *table.Table, seat engine.Seat) bool {
	return now.Turn().Has(seat) && now.Waits[seat].Since == then.Waits[seat].Since
}

// Waiting returns the tables that wait for a user, on all servers, the longest wait first.
func (al Alerts) Waiting(ctx context.Context, user table.UserID) ([]Loaded, error) {
	playing, err := Playing(ctx, al.ts, 0, user)
	all := slices.DeleteFunc(playing, func(s Loaded) bool {
		return s.Table.Suspended() || !(s.Table.Awaited() &^ s.Table.Computers()).Has(s.Table.Seat(user))
	})
	since := func(s Loaded) int64 { return s.Table.Waits[s.Table.Seat(user)].Since }
	slices.SortStableFunc(all, func(a, b Loaded) int { return cmp.Compare(since(a), since(b)) })
	return all, err
}

// AnyUntold reports whether one of the tables waits for a user who does not know it: the ping was
// held back, and they have neither looked nor got a reminder.
func AnyUntold(all []Loaded, user table.UserID) bool {
	return slices.ContainsFunc(all, func(s Loaded) bool {
		wait := s.Table.Waits[s.Table.Seat(user)]
		return wait.PingHeld != 0 && needsLook(wait)
	})
}

// TakeSummary notes that the outbox entry with nonce sends a user's daily summary of the time due,
// in Unix milliseconds. taken is false if another entry sends it, or a later one.
func (al Alerts) TakeSummary(ctx context.Context, user table.UserID, due int64, nonce string) (taken bool, err error) {
	err = al.ts.store.ChangePreferences(ctx, user, func(p *store.Preferences) error {
		taken = p.Pings.SummedBy == nonce || p.Pings.Summed < due
		if taken {
			p.Pings.Summed, p.Pings.SummedBy = due, nonce
		}
		return nil
	})
	return taken && err == nil, err
}

// LeaveSummary takes back the note of TakeSummary for an entry that sends nothing. An entry for a
// channel follows one with another nonce, which took the summary.
func (al Alerts) LeaveSummary(ctx context.Context, m store.Entry) error {
	return al.ts.store.ChangePreferences(ctx, m.To, func(p *store.Preferences) error {
		followed := m.Way == store.InChannel && p.Pings.Summed <= wishes.SummaryBefore(p, m.At)
		if followed || p.Pings.SummedBy == m.Nonce {
			p.Pings.Summed, p.Pings.SummedBy = 0, ""
		}
		return nil
	})
}
