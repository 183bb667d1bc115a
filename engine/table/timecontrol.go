package table

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

// TimeControl is how much time the seats of a table have, none if zero: the capped Fischer clock of
// correspondence games. A turn has the limit and the seat's reserve, and what it leaves of both is
// the seat's next reserve, up to Reserve.
// https://ogs.readme.io/docs/time-control
type TimeControl struct {
	Limit   Limit // per turn
	Reserve Limit // the most that a seat can have in reserve, in seconds
}

// The paces that players choose by name: at the screen, with work and sleep, or with weekends.
var (
	Live      = TimeControl{Limit: 5 * minute, Reserve: 15 * minute}
	Daily     = TimeControl{Limit: day, Reserve: 3 * day}
	Relaxed   = TimeControl{Limit: 3 * day, Reserve: 7 * day}
	Paces     = []TimeControl{Live, Daily, Relaxed}
	paceNames = []string{"live", "daily", "relaxed"}
	Reserves  = []Limit{0, 15 * minute, hour, 12 * hour, day, 3 * day, 7 * day}
)

// Valid reports whether a table may have the time control. A reserve needs a limit.
func (c TimeControl) Valid() bool {
	return slices.Contains(Limits, c.Limit) && slices.Contains(Reserves, c.Reserve) &&
		(c.Limit != 0 || c.Reserve == 0)
}

func (c TimeControl) check() error {
	if !c.Valid() {
		why := fmt.Sprintf("a limit of %d s and a reserve of %d s", c.Limit, c.Reserve)
		return engine.Refuse(RefusedOption, "", "why", why)
	}
	return nil
}

// String is the name of the pace, or else limit and reserve in seconds: "live", "3600", "3600+900".
func (c TimeControl) String() string {
	if i := slices.Index(Paces, c); i >= 0 {
		return paceNames[i]
	}
	if c.Reserve == 0 {
		return c.Limit.String()
	}
	return c.Limit.String() + "+" + c.Reserve.String()
}

// ParseTimeControl reads what String writes; "" is no limit. Other texts give an invalid control.
func ParseTimeControl(text string) TimeControl {
	if i := slices.Index(paceNames, text); i >= 0 {
		return Paces[i]
	}
	limit, reserve, _ := strings.Cut(text, "+")
	return TimeControl{Limit: ParseLimit(limit), Reserve: ParseLimit(reserve)}
}

func (t *Table) TimeControl() TimeControl { return TimeControl{Limit: t.Limit, Reserve: t.Reserve} }

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

// String is the limit in seconds, as commands and menus hold it.
func (l Limit) String() string { return strconv.FormatUint(uint64(l), 10) }

// ParseLimit reads what Limit.String writes, no limit from "", else one that every table refuses.
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

// firstReserve is the reserve with which a seat or its new player begins, in milliseconds: a missed
// day does no harm, and a seat that nobody plays is noticed after two turns.
func (t *Table) firstReserve() int64 { return min(t.Limit, t.Reserve).ms() }

// LimitEnd returns when a seat's limit ends and its reserve begins, in Unix milliseconds, or 0.
func (t *Table) LimitEnd(seat engine.Seat) int64 {
	if t.Waits[seat].Until == 0 {
		return 0
	}
	return t.Waits[seat].Until - t.Reserved[seat]
}

// settle updates the reserve of a seat whose running limit ends with event e: what is left of its
// time if its player has moved, else no more than before, and nothing after a skip.
func (t *Table) settle(e Event, seat engine.Seat) {
	if wait := t.Waits[seat]; wait.Until != 0 && t.Reserve != 0 {
		highest := t.Reserved[seat]
		switch {
		case e.Kind == Moved && t.Moves[len(t.Moves)-1].Move == engine.SkipMove(seat):
			highest = 0
		case t.endedBy(e, seat):
			highest = t.Reserve.ms()
		}
		t.Reserved[seat] = min(wait.left(e.At), highest)
	}
	if e.Kind == Replaced && e.Seat == seat {
		t.Reserved[seat] = t.firstReserve()
	}
}

// endedBy reports whether event e is an act of a seat, or chance after one in the same wait.
func (t *Table) endedBy(e Event, seat engine.Seat) bool {
	switch e.Kind {
	case Readied:
		return e.Seat == seat
	case Moved:
		i := len(t.Moves) - 1
		for i > 0 && t.Moves[i].Move.Seat == engine.Chance && t.Moves[i].Move.Verb != engine.Skip {
			i--
		}
		last := t.Moves[i]
		return last.Move.Seat == seat && (last.Version == t.Version || last.At > t.Waits[seat].Since)
	}
	return false
}

// undone returns the move that event e takes back, the zero Entry if it is no undo.
func (t *Table) undone(e Event) Entry {
	if e.Kind != Undone {
		return Entry{}
	}
	last := lastMove(t.Moves, e.Seat)
	if last < 0 {
		return Entry{}
	}
	return t.Moves[last]
}

// resume corrects the time of a seat after event e, which has taken back a move. If that was of an
// earlier turn, the seat has the time that it had then, or what it has now if that is less: nobody
// gains time by an undo. Without a reserve the limit starts afresh, but not for a new player.
func (t *Table) resume(e Event, undone Entry) {
	if !undone.Timed {
		return
	}
	wait := &t.Waits[e.Seat]
	replaced := wait.Since < e.At && undone.By != t.Player(e.Seat).User
	if wait.Until == 0 || undone.At > wait.Since || replaced {
		return
	}
	now := wait.left(e.At)
	left := min(undone.Left, now)
	wait.Until += left - now
	t.Reserved[e.Seat] = min(undone.Reserved, left)
}
