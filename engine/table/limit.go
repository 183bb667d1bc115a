package table

import (
	"errors"
	"fmt"
	"slices"

	"amytis/engine"
)

// Limit is how many seconds a seat may take for its turn, or in a live game for
// its next step; 0 for as long as it likes.
type Limit uint32

const (
	hour Limit = 60 * 60
	day        = 24 * hour
)

// Limits are those that a table may have.
var Limits = []Limit{0, hour, 12 * hour, day, 3 * day, 7 * day}

func (l Limit) check() error {
	if !slices.Contains(Limits, l) {
		return engine.Refuse(RefusedOption, "", "why", fmt.Sprintf("a limit of %d s", l))
	}
	return nil
}

func (l Limit) ms() int64 { return int64(l) * msPerSecond }

// Ended is the seat whose turn a move ends, none if it ends none.
func (t *Table) Ended(m engine.Move) engine.SeatSet {
	switch {
	case m.Verb == engine.Skip:
		return engine.Seats(engine.Seat(m.Args[0]))
	case t.Game.Info().VerbInfo(m.Verb).Ends:
		return engine.Seats(m.Seat)
	}
	return 0
}

// skippable reports whether a seat in turn may be skipped. Some may not, such as
// who owes a discard in another's turn (B-2): no limit runs for those.
func (t *Table) skippable(seat engine.Seat) bool {
	_, err := t.State.Apply(engine.SkipMove(seat))
	var refused *engine.RuleError
	return err == nil || errors.As(err, &refused) && refused.Code == engine.RefusedUnfinished
}

func (t *Table) remind(e Event) error {
	wait, err := t.limited(e.Seat)
	if err != nil {
		return err
	}
	wait.Reminded = true
	return nil
}

func (t *Table) extend(e Event) error {
	wait, err := t.limited(e.Seat)
	if err != nil {
		return err
	}
	wait.Until, wait.Extended = e.Until, e.At
	return nil
}

// limited is the wait of a seat that a limit runs for.
func (t *Table) limited(seat engine.Seat) (*Wait, error) {
	wait, err := t.waiting(seat)
	if err == nil && wait.Until == 0 {
		err = engine.Refuse(RefusedLog, "")
	}
	return wait, err
}
