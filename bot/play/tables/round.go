package tables

import (
	"amytis/engine"
	"amytis/engine/table"
)

// attentive is how long a player looks at the table after *Ready*, in milliseconds.
const attentive = 60_000

// NewRound reports whether a round has begun, or waits for its players, between two states.
func NewRound(before, after *table.Table) bool {
	return before.State != nil && after.State != nil && before.State.Pace().Since != after.State.Pace().Since
}

// begunLate returns the people in turn who do not expect the round that begins with events: they
// were ready or called more than a minute before.
func begunLate(before, after *table.Table, events []table.Event) engine.SeatSet {
	if !before.Round.Waiting || after.Round.Waiting || after.Status != table.Running {
		return 0
	}
	var late engine.SeatSet
	for _, seat := range (after.Turn() &^ after.Computers() &^ seatsOf(events, table.Readied)).Slice() {
		if after.Round.Since-before.Waits[seat].Since > attentive {
			late |= engine.Seats(seat)
		}
	}
	return late
}
