package tables

import (
	"context"

	"amytis/engine"
	"amytis/engine/table"
)

// A player whose turn begins in their quiet hours is not pinged. The log notes the suppressed ping
// as a table.PingHeld event before the message is sent. So after a crash the bot still knows which
// player it must call when the quiet hours end.

// Pingable returns which of the seats that a message calls it may ping. then is the table that the
// message describes. For the other seats Pingable notes suppressed pings, unless an earlier attempt
// to send the message did so.
func (ts *Tables) Pingable(
	ctx context.Context, id table.ID, then *table.Table, seats engine.SeatSet,
) (engine.SeatSet, error) {
	s, err := ts.Load(ctx, id)
	if err != nil {
		return 0, err
	}
	for _, seat := range seats.Slice() {
		if sameTurn(then, s.Table, seat) && s.Table.Waits[seat].PingHeld != 0 {
			seats &^= engine.Seats(seat)
		}
	}
	suppressed, err := ts.SuppressPings(ctx, id, then, seats)
	return seats &^ suppressed, err
}

// SuppressPings returns which of the seats have players in their quiet hours. It notes their
// suppressed pings in the log where the table still waits for them as it did at then.
func (ts *Tables) SuppressPings(
	ctx context.Context, id table.ID, then *table.Table, seats engine.SeatSet,
) (engine.SeatSet, error) {
	quiet, err := ts.Quiet(ctx, then)
	if err != nil {
		return 0, err
	}
	var suppressed engine.SeatSet
	now := ts.now().UnixMilli()
	for _, seat := range seats.Slice() {
		if quiet(then.Player(seat).User, now) > now {
			suppressed |= engine.Seats(seat)
		}
	}
	if suppressed == 0 {
		return 0, nil
	}
	return suppressed, ts.amend(ctx, id, func(t *table.Table) (events []table.Event, err error) {
		for _, seat := range suppressed.Slice() {
			if sameTurn(then, t, seat) {
				events = append(events, table.HoldPing(seat, now))
			}
		}
		return events, nil
	})
}

// sameTurn reports whether a seat is in turn now, in the same turn as at then.
func sameTurn(then, now *table.Table, seat engine.Seat) bool {
	return now.Turn().Has(seat) && now.Waits[seat].Since == then.Waits[seat].Since
}
