package table

import (
	"cmp"
	"math"
	"slices"

	"amytis/engine"
)

// DemandKind says what time demands.
type DemandKind uint8

// The kinds of demands, the most important first.
const (
	// RoundOver: the round's clock has run out (TimeUp).
	RoundOver DemandKind = iota + 1
	// TurnOver: a seat's limit has run out (Expire).
	TurnOver
	// Reminder: a seat's time is nearly over (Reminded).
	Reminder
	// Call: a seat has not been called to act yet (Called).
	Call
)

// Tells reports whether it asks for no more than telling somebody something.
func (k DemandKind) Tells() bool { return k >= Reminder }

// Demand is something that is to be done at a time.
type Demand struct {
	Kind DemandKind
	// At is the time in Unix ms.
	At int64
	// Seat is whom it is about, but for RoundOver.
	Seat engine.Seat
}

// Quiet puts off what would happen to a player at a time, in Unix ms, who wants to
// be left alone then: it returns that time or a later one.
type Quiet func(user UserID, at int64) int64

// Always is for players who may be called on at any time.
func Always(_ UserID, at int64) int64 { return at }

// Demands lists what time will demand of the table if nothing else happens, the
// earliest first. The clock of a round knows no quiet hours.
func (t *Table) Demands(quiet Quiet) []Demand {
	var demands []Demand
	if at := t.Deadline(); at != 0 {
		demands = append(demands, Demand{Kind: RoundOver, At: at})
	}
	for i := range t.Players {
		demands = t.appendDemands(demands, engine.Seat(i+1), quiet)
	}
	slices.SortStableFunc(demands, func(a, b Demand) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind))
	})
	return demands
}

// appendDemands adds those about a seat. There is no point in a reminder that
// quiet hours put off until the limit runs out, nor in a call that they put off
// until one of the two.
func (t *Table) appendDemands(demands []Demand, seat engine.Seat, quiet Quiet) []Demand {
	wait, user := t.Waits[seat], t.Player(seat).User
	next := int64(math.MaxInt64)
	if wait.Until != 0 {
		next = quiet(user, wait.Until)
		demands = append(demands, Demand{Kind: TurnOver, At: next, Seat: seat})
		if reminder := quiet(user, wait.Until-t.Limit.ms()/5); !wait.Reminded && reminder < next {
			demands = append(demands, Demand{Kind: Reminder, At: reminder, Seat: seat})
			next = reminder
		}
	}
	if call := quiet(user, wait.Hushed); wait.uncalled() && call < next {
		demands = append(demands, Demand{Kind: Call, At: call, Seat: seat})
	}
	return demands
}

// patience is how often in a row a seat is skipped before it has to resign.
const patience = 3

// Expire makes the events for a seat whose limit has run out: it is skipped, and
// resigned once it has been skipped three times in a row.
func (t *Table) Expire(seat engine.Seat, at int64) ([]Event, error) {
	m := engine.SkipMove(seat)
	if t.Skipped[seat] >= patience {
		m = engine.ResignMove(seat)
	}
	return t.EndTurn(seat, m, 0, at)
}
