package table

import (
	"errors"
	"fmt"
	"slices"

	"amytis/engine"
)

// Limit is the number of seconds that a seat may take for its turn, or for its next step in a live
// game. 0 is no limit.
type Limit uint32

const (
	hour Limit = 60 * 60
	day        = 24 * hour
)

// Limits lists the limits that a table may have.
var Limits = []Limit{0, hour, 12 * hour, day, 3 * day, 7 * day}

// check refuses a limit that is not in Limits.
func (l Limit) check() error {
	if !slices.Contains(Limits, l) {
		return engine.Refuse(RefusedOption, "", "why", fmt.Sprintf("a limit of %d s", l))
	}
	return nil
}

// ms returns the limit in milliseconds.
func (l Limit) ms() int64 { return int64(l) * msPerSecond }

// Ended returns the seat whose turn m ends, or no seat.
func (t *Table) Ended(m engine.Move) engine.SeatSet {
	switch {
	case m.Verb == engine.Skip:
		return engine.Seats(engine.Seat(m.Args[0]))
	case t.Game.Info().VerbInfo(m.Verb).Ends:
		return engine.Seats(m.Seat)
	}
	return 0
}

// skippable reports whether a seat in turn may be skipped. No limit runs for the others, such as a
// player who owes a discard in the other player's turn (B-2).
func skippable(s engine.State, seat engine.Seat) bool {
	_, err := s.Apply(engine.SkipMove(seat))
	var refused *engine.RuleError
	return err == nil || errors.As(err, &refused) && refused.Code == engine.RefusedUnfinished
}

// applyReminded marks a seat as reminded.
func applyReminded(t *Table, e Event) error {
	wait, err := t.limitedWait(e.Seat)
	if err != nil {
		return err
	}
	wait.Reminded = true
	return nil
}

// applyExtended gives a seat more time.
func applyExtended(t *Table, e Event) error {
	wait, err := t.limitedWait(e.Seat)
	if err != nil {
		return err
	}
	wait.Until, wait.Extended = e.Until, e.At
	return nil
}

// limitedWait returns the wait of a seat whose limit is running. It refuses the event if none is.
func (t *Table) limitedWait(seat engine.Seat) (*Wait, error) {
	wait, err := t.waitOf(seat)
	if err == nil && wait.Until == 0 {
		err = engine.Refuse(RefusedLog, "")
	}
	return wait, err
}
