package table

import "amytis/engine"

// Wait says how long the table has been waiting for a seat and what its player was told. It is zero
// for a seat that the table does not wait for.
type Wait struct {
	// Since is when the table began to wait for the seat, in Unix milliseconds.
	Since int64
	// Until is when the limit runs out, in Unix milliseconds, or 0 without a running limit. Quiet
	// hours may delay it. No limit runs for a computer.
	Until int64
	// Reminded says that the player was told that time is running out.
	Reminded bool
	// Extended is when the seat last got more time, in Unix milliseconds, or 0.
	Extended int64
	// PingHeld is when the player's turn ping was last held back for quiet hours, in Unix
	// milliseconds, or 0.
	PingHeld int64
	// Called says that the held-back ping was sent.
	Called bool
}

// uncalled reports whether the player does not know yet that it is their turn.
func (w Wait) uncalled() bool { return w.PingHeld != 0 && !w.Called && !w.Reminded }

// await updates Waits after event e. before is the state before it. begun says that a round has
// begun with it. While chance is awaited, running limits go on. While the round waits, limits run
// for the players who are not ready.
func (t *Table) await(e Event, before engine.State, begun bool) {
	turn, afresh := t.Turn(), t.waitsAfresh(e, before)
	if begun {
		afresh = ^engine.SeatSet(0)
	}
	for i := range t.Players {
		seat := engine.Seat(i + 1)
		wait := &t.Waits[seat]
		if afresh.Has(seat) || !turn.Has(seat) && !turn.Has(engine.Chance) {
			*wait = Wait{}
		}
		if !turn.Has(seat) {
			continue
		}
		if wait.Since == 0 {
			wait.Since = e.At
		}
		if wait.Until == 0 && t.limited(seat) {
			wait.Until = e.At + t.Limit.ms()
		}
	}
}

// limited reports whether the limit runs for a seat in turn.
func (t *Table) limited(seat engine.Seat) bool {
	switch {
	case t.Limit == 0 || t.Player(seat).IsComputer():
		return false
	case t.Round.Waiting:
		return t.NotReady().Has(seat)
	}
	return skippable(t.State, seat)
}

// waitsAfresh returns the seats whose wait starts afresh after event e, if they are in turn.
//
// These are a seat whose turn has ended, a seat that made a step in a live game or is ready for its
// round, and a seat that was just replaced. When a round begins, they are all seats.
func (t *Table) waitsAfresh(e Event, before engine.State) engine.SeatSet {
	switch e.Kind {
	case Replaced, Readied:
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

// applyPingHeld notes that a turn ping was held back.
func applyPingHeld(t *Table, e Event) error {
	wait, err := t.waitOf(e.Seat)
	if err != nil {
		return err
	}
	wait.PingHeld, wait.Called = e.At, false
	return nil
}

// applyCalled notes that a held-back turn ping was sent.
func applyCalled(t *Table, e Event) error {
	wait, err := t.waitOf(e.Seat)
	if err != nil {
		return err
	}
	wait.Called = true
	return nil
}

// waitOf returns the wait of a seat that the table waits for. It refuses the event for any other
// seat.
func (t *Table) waitOf(seat engine.Seat) (*Wait, error) {
	if err := t.Status.checkRunning(); err != nil {
		return nil, err
	}
	if !t.Turn().Has(seat) || seat == engine.Chance {
		return nil, engine.Refuse(RefusedLog, "")
	}
	return &t.Waits[seat], nil
}
