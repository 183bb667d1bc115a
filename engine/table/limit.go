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

// Wait is what the limit counts against a seat that the table waits for.
type Wait struct {
	// Until is when the limit runs out, in Unix ms, 0 while none runs. Quiet hours
	// may put it off.
	Until int64
	// Reminded: the seat was told that the time is nearly over.
	Reminded bool
	// Extended is when the seat got more time last, in Unix ms, 0 for never.
	Extended int64
}

// await brings up to date for which seats the limit runs, and until when. While
// chance is awaited everybody's goes on.
func (t *Table) await(e Event, before engine.State) {
	if t.Limit == 0 {
		return
	}
	turn, again := t.Turn(), t.again(e, before)
	for i := range t.Players {
		seat := engine.Seat(i + 1)
		wait := &t.Waits[seat]
		if again.Has(seat) || !turn.Has(seat) && !turn.Has(engine.Chance) {
			*wait = Wait{}
		}
		if wait.Until == 0 && turn.Has(seat) && t.skippable(seat) {
			wait.Until = e.At + t.Limit.ms()
		}
	}
}

// again is the set of seats whose limit runs afresh after an event, if they are
// in turn: those whose turn it has ended, who has made a step in a live game, and
// everybody when a round begins.
func (t *Table) again(e Event, before engine.State) engine.SeatSet {
	if e.Kind != Moved {
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
	wait, err := t.waiting(e.Seat)
	if err != nil {
		return err
	}
	wait.Reminded = true
	return nil
}

func (t *Table) extend(e Event) error {
	wait, err := t.waiting(e.Seat)
	if err != nil {
		return err
	}
	wait.Until, wait.Extended = e.Until, e.At
	return nil
}

// waiting is the wait of a seat that a limit runs for.
func (t *Table) waiting(seat engine.Seat) (*Wait, error) {
	if err := t.running(); err != nil {
		return nil, err
	}
	if seat > engine.MaxSeats || t.Waits[seat].Until == 0 {
		return nil, engine.Refuse(RefusedLog, "")
	}
	return &t.Waits[seat], nil
}
