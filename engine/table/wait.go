package table

import "amytis/engine"

// Wait is what is known of a seat that the table waits for; the zero value is that
// of one it does not.
type Wait struct {
	// Since is when the table began to wait for the seat, in Unix ms.
	Since int64
	// Until is when the limit runs out, in Unix ms, 0 while none runs. Quiet hours
	// may put it off.
	Until int64
	// Reminded: the seat was told that the time is nearly over.
	Reminded bool
	// Extended is when the seat got more time last, in Unix ms, 0 for never.
	Extended int64
	// Hushed is when the seat was to be called last but wanted to be left alone, in
	// Unix ms, 0 for never.
	Hushed int64
	// Called: the seat was called after that.
	Called bool
}

// uncalled reports whether the seat does not know that it is awaited.
func (w Wait) uncalled() bool { return w.Hushed != 0 && !w.Called && !w.Reminded }

// await brings up to date for which seats the table waits and the limit runs, and
// until when. While chance is awaited everybody's goes on.
func (t *Table) await(e Event, before engine.State) {
	turn, again := t.Turn(), t.again(e, before)
	for i := range t.Players {
		seat := engine.Seat(i + 1)
		wait := &t.Waits[seat]
		if again.Has(seat) || !turn.Has(seat) && !turn.Has(engine.Chance) {
			*wait = Wait{}
		}
		if !turn.Has(seat) {
			continue
		}
		if wait.Since == 0 {
			wait.Since = e.At
		}
		if t.Limit != 0 && wait.Until == 0 && t.skippable(seat) {
			wait.Until = e.At + t.Limit.ms()
		}
	}
}

// again is the set of seats that the table waits for afresh after an event, if they
// are in turn: those whose turn it has ended, who has made a step in a live game or
// has just been seated, and everybody when a round begins.
func (t *Table) again(e Event, before engine.State) engine.SeatSet {
	switch e.Kind {
	case Replaced:
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

func (t *Table) hush(e Event) error {
	wait, err := t.waiting(e.Seat)
	if err != nil {
		return err
	}
	wait.Hushed, wait.Called = e.At, false
	return nil
}

func (t *Table) call(e Event) error {
	wait, err := t.waiting(e.Seat)
	if err != nil {
		return err
	}
	wait.Called = true
	return nil
}

// waiting is the wait of a seat that the table waits for.
func (t *Table) waiting(seat engine.Seat) (*Wait, error) {
	if err := t.running(); err != nil {
		return nil, err
	}
	if !t.Turn().Has(seat) || seat == engine.Chance {
		return nil, engine.Refuse(RefusedLog, "")
	}
	return &t.Waits[seat], nil
}
