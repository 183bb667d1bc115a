package table

import (
	"cmp"
	"strconv"

	"amytis/engine"
)

// Limit is the number of seconds for a turn, to be ready for a round, or for the next step of a
// live game without a clock. 0 is no limit.
type Limit uint32

const (
	minute Limit = 60
	hour         = 60 * minute
	day          = 24 * hour
)

var Limits = []Limit{0, 5 * minute, hour, 12 * hour, day, 3 * day, 7 * day}

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

// Skippable reports whether a seat in turn may be skipped. No limit runs for others, such as a
// player who owes a discard in another's turn (B-2).
func Skippable(s engine.State, seat engine.Seat) bool {
	_, err := s.Apply(engine.SkipMove(seat))
	return err == nil || engine.RefusalCode(err) == engine.RefusedUnfinished
}

// applyReminded marks a seat as reminded, the second time or late as warned about the reserve.
func applyReminded(t *Table, wait *Wait, e Event) error {
	wait.Warned = wait.Reminded || t.Reserved[e.Seat] > 0 && e.At >= wait.Until-t.reminderLead()
	wait.Reminded = true
	return refuseIf(wait.Until == 0, RefusedLog)
}

func applyExtended(_ *Table, wait *Wait, e Event) error {
	err := refuseIf(wait.Until == 0, RefusedLog)
	wait.Until = e.Until
	wait.Extended = e.At
	wait.Counted = max(wait.Counted, cmp.Or(e.From, e.At))
	return err
}

// String is the limit in seconds, as commands and menus hold it.
func (l Limit) String() string { return strconv.FormatUint(uint64(l), 10) }

// ParseLimit reads what Limit.String writes, no limit from "". It reads other texts as a
// limit that every table refuses.
func ParseLimit(text string) Limit {
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return ^Limit(0)
	}
	return Limit(n)
}
