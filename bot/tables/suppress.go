package tables

import (
	"context"

	"amytis/engine"
	"amytis/engine/table"
)

// Who is called to act in quiet hours is not pinged, but hushed: that is written in
// the log before anything is sent, so that it is known, whatever happens then, who is
// to be called when they end.

// Callable are those of the seats that a message calls, with the table as it was then,
// who may be pinged by it. The others are hushed, or were when the message was to be
// sent before.
func (d *Tables) Callable(ctx context.Context, id table.ID, then *table.Table, seats engine.SeatSet) (engine.SeatSet, error) {
	s, err := d.Load(ctx, id)
	if err != nil {
		return 0, err
	}
	for _, seat := range seats.Slice() {
		if sameTurn(then, s.Table, seat) && s.Table.Waits[seat].Hushed != 0 {
			seats &^= engine.Seats(seat)
		}
	}
	hushed, err := d.SuppressPings(ctx, id, then, seats)
	return seats &^ hushed, err
}

// SuppressPings finds those of some seats whose players are in their quiet hours, and hushes
// them if they are still awaited as they were then.
func (d *Tables) SuppressPings(ctx context.Context, id table.ID, then *table.Table, seats engine.SeatSet) (engine.SeatSet, error) {
	quiet, err := d.Quiet(ctx, then)
	if err != nil {
		return 0, err
	}
	var hushed engine.SeatSet
	now := d.now().UnixMilli()
	for _, seat := range seats.Slice() {
		if quiet(then.Player(seat).User, now) > now {
			hushed |= engine.Seats(seat)
		}
	}
	if hushed == 0 {
		return 0, nil
	}
	return hushed, d.amend(ctx, id, func(t *table.Table) (events []table.Event, err error) {
		for _, seat := range hushed.Slice() {
			if sameTurn(then, t, seat) {
				events = append(events, table.Event{Kind: table.Hushed, At: now, Seat: seat})
			}
		}
		return events, nil
	})
}

// sameTurn reports whether a seat is awaited for what it was awaited for then.
func sameTurn(then, now *table.Table, seat engine.Seat) bool {
	return now.Turn().Has(seat) && now.Waits[seat].Since == then.Waits[seat].Since
}
