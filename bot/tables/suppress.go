package tables

import (
	"context"

	"amytis/engine"
	"amytis/engine/table"
)

// A player whose turn begins in quiet hours is not pinged. The suppressed ping is written in the
// log before anything is sent, as a table.Hushed event: whatever happens then, it is known who has
// to be called when the quiet hours end.

// Callable returns the seats that a message may ping, of those that it calls; then is the table as
// it was told. The pings of the others are suppressed, now or when the message was sent before.
func (ts *Tables) Callable(
	ctx context.Context, id table.ID, then *table.Table, seats engine.SeatSet,
) (engine.SeatSet, error) {
	s, err := ts.Load(ctx, id)
	if err != nil {
		return 0, err
	}
	for _, seat := range seats.Slice() {
		if sameTurn(then, s.Table, seat) && s.Table.Waits[seat].Hushed != 0 {
			seats &^= engine.Seats(seat)
		}
	}
	suppressed, err := ts.SuppressPings(ctx, id, then, seats)
	return seats &^ suppressed, err
}

// SuppressPings returns the seats whose players are in their quiet hours. It notes their suppressed
// pings if the table still waits for them as it did then.
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
				events = append(events, table.Hush(seat, now))
			}
		}
		return events, nil
	})
}

// sameTurn reports whether a seat is awaited for what it was awaited for then.
func sameTurn(then, now *table.Table, seat engine.Seat) bool {
	return now.Turn().Has(seat) && now.Waits[seat].Since == then.Waits[seat].Since
}
