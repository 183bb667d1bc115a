package table

import "amytis/engine"

// Wait is how long the table has waited for a seat and what its player was told, zero if it does
// not wait. Times are in Unix milliseconds, 0 for none.
type Wait struct {
	Since int64 // when the table began to wait for the seat
	// Until is when limit and reserve have run out, 0 if none runs. Quiet hours may delay it.
	Until int64
	// Reminded says that the player was told that time is running out, Warned that the reserve is.
	Reminded, Warned bool
	Extended         int64 // when the seat last got more time
	// Counted is the time up to which absences are counted in Until: the limit stands still until
	// then. Without a limit it is the end of the absence of which the others were told.
	Counted int64
	// PingHeld is when the turn ping was last held back, since the player wants none then, and
	// FirstHeld when first.
	PingHeld, FirstHeld int64
	Called              bool // the held-back ping was sent
	Undid               bool // the player has taken a step back and not acted since
	Looked              bool // the player has looked since the ping was held back, and needs none
}

// left returns how much of limit and reserve is left at a time, in milliseconds, without a pause.
func (w Wait) left(at int64) int64 { return max(0, w.Until-max(at, w.Counted)) }

// uncalled reports whether the player does not know yet that it is their turn.
func (w Wait) uncalled() bool { return w.PingHeld != 0 && !w.Called && !w.Reminded && !w.Looked }

// await updates Waits after event e, before which the state was before. begun says that a round has
// begun. While chance is awaited, limits go on. Before a round they run for those not ready.
func (t *Table) await(e Event, before engine.State, begun bool) {
	turn := t.Turn()
	afresh := t.waitsAfresh(e, before)
	if begun {
		afresh = ^engine.SeatSet(0)
	}
	for i := range t.Players {
		seat := engine.Seat(i + 1)
		wait := &t.Waits[seat]
		if afresh.Has(seat) || !turn.Has(seat) && !turn.Has(engine.Chance) {
			t.settle(e, seat)
			*wait = Wait{}
		}
		if !turn.Has(seat) {
			continue
		}
		if wait.Since == 0 {
			wait.Since = e.At
		}
		if wait.Until == 0 && t.limited(seat) {
			wait.Until = e.At + t.Limit.ms() + t.Reserved[seat]
			wait.Counted = e.At
		}
	}
}

func (t *Table) limited(seat engine.Seat) bool {
	switch {
	case t.Limit == 0 || t.Computers().Has(seat):
		return false
	case t.Round.Waiting:
		return t.NotReady().Has(seat)
	case t.State.Pace().Clock != 0:
		return false // everybody has the whole time of the round
	}
	return Skippable(t.State, seat)
}

// waitsAfresh returns the seats whose wait starts afresh after event e: their turn has ended, they
// made a step in a live game, are ready, or have another player; all when a round begins.
func (t *Table) waitsAfresh(e Event, before engine.State) engine.SeatSet {
	switch e.Kind {
	case Replaced, Readied, StoodIn, Returned:
		return engine.Seats(e.Seat)
	case Moved:
	default:
		return 0
	}
	pace := t.State.Pace()
	if pace.Since != before.Pace().Since {
		return ^engine.SeatSet(0)
	}
	m := t.Moves[len(t.Moves)-1].Move
	if pace.Live {
		return engine.Seats(m.Seat) | t.Ended(m)
	}
	return t.Ended(m)
}

func applyPingHeld(_ *Table, wait *Wait, e Event) error {
	if wait.PingHeld == 0 {
		wait.FirstHeld = e.At
	}
	wait.PingHeld = e.At
	wait.Called = false
	return nil
}

// applyLooked notes that a player whose ping was held back has looked at the table.
func applyLooked(_ *Table, wait *Wait, _ Event) error {
	wait.Looked = true
	return refuseIf(wait.PingHeld == 0, RefusedLog)
}

// onWait applies an event to the wait of its seat, which the table must be waiting for.
func onWait(apply func(t *Table, wait *Wait, e Event) error) func(t *Table, e Event) error {
	return func(t *Table, e Event) error {
		if !t.Turn().Has(e.Seat) || e.Seat == engine.Chance {
			return engine.Refuse(RefusedLog, "")
		}
		return apply(t, &t.Waits[e.Seat], e)
	}
}
