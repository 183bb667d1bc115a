package table

import (
	"cmp"
	"math"
	"slices"

	"amytis/engine"
)

type DemandKind uint8

// The kinds of demands, the most important first. Each names what is called then.
const (
	// RoundOver comes when the round's clock runs out (TimeUp).
	RoundOver DemandKind = iota + 1
	// RoundBegins comes when the round begins without the players who are not ready (BeginRound).
	RoundBegins
	// ForcedStep takes a step for a player who has no other (Table.Forced). Demands never lists
	// it, since that depends on what the player prefers.
	ForcedStep
	// PlanDue plays a planned turn (PlayPlanned). Demands never lists it either.
	PlanDue
	// TurnOver comes when a seat's limit runs out (Expire).
	TurnOver
	// Pause comes when a seat's limit must stop or run again, by its player's absence (PauseLimit).
	Pause
	// ComputerTurn comes as soon as a computer may act.
	ComputerTurn
	// GivenUp comes when a table, with no other demands, is suspended for too long (AbortLost).
	GivenUp
	// Reminder comes when a seat's limit nearly runs out, and when its reserve does (Reminded).
	Reminder
	// Call comes when a held-back turn ping may be sent (Called).
	Call
	// LobbyIdle comes when nobody has joined a lobby for a day (AskHost).
	LobbyIdle
	// LobbyOver comes when its host has not answered for another day (CloseLobby).
	LobbyOver
)

// IsNotice reports whether no player waits for the demand: it is a message, or about a lobby.
func (k DemandKind) IsNotice() bool { return k >= Reminder }

// Demand is something that the table must do at a given time.
type Demand struct {
	Kind DemandKind
	At   int64 // the time in Unix milliseconds
	// Seat is the seat concerned, 0 for RoundOver. For RoundBegins it is the one whose limit runs
	// out last, 0 if the round begins by itself.
	Seat  engine.Seat
	Until int64 // when the limit runs again in Unix milliseconds, for Pause
}

// Quiet returns the first time from at on, in Unix milliseconds, without quiet hours or absences.
type Quiet func(user UserID, at int64) int64

// Always is the Quiet of players without quiet hours and absences.
func Always(_ UserID, at int64) int64 { return at }

// Calls returns when a user wants to hear about a turn whose ping was first held back at a time, 0
// for never, both in Unix milliseconds. Quiet hours may delay it.
type Calls func(user UserID, held int64) int64

// AtOnce is the Calls of players who want to be told as soon as they have no quiet hours.
func AtOnce(_ UserID, held int64) int64 { return held }

// Demands lists the table's timed work if nothing else happens, the earliest first. Quiet hours do
// not delay a round's clock. Players are called as soon as they have none.
func (t *Table) Demands(quiet Quiet) []Demand { return t.DemandsWith(quiet, AtOnce) }

// DemandsWith does what Demands does, with calls at the times that the players want.
func (t *Table) DemandsWith(quiet Quiet, calls Calls) []Demand {
	if t.Suspended() {
		return []Demand{{Kind: GivenUp, At: t.Suspension.Since + LongestSuspension*day.ms()}}
	}
	if t.Status == Lobby {
		return []Demand{t.idleDemand(quiet)}
	}
	var demands []Demand
	if at := t.Deadline(); at != 0 {
		demands = append(demands, Demand{Kind: RoundOver, At: at})
	}
	if begin, due := t.beginning(quiet); due {
		demands = append(demands, begin)
	}
	for i := range t.Players {
		demands = t.appendDemands(demands, engine.Seat(i+1), quiet, calls)
	}
	slices.SortStableFunc(demands, func(a, b Demand) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind))
	})
	return demands
}

// beginning returns when the round begins without those who are not ready, false if it waits.
func (t *Table) beginning(quiet Quiet) (begin Demand, due bool) {
	if !t.Round.Waiting {
		return Demand{}, false
	}
	if t.Round.Countdown {
		return Demand{Kind: RoundBegins, At: t.Round.Since + roundCountdown}, true
	}
	begin.Kind = RoundBegins
	for _, seat := range t.NotReady().Slice() {
		wait := t.Waits[seat]
		if wait.Until == 0 {
			return Demand{}, false
		}
		if at := quiet(t.Player(seat).User, wait.Until); at > begin.At {
			begin.At, begin.Seat = at, seat
		}
	}
	return begin, true
}

// appendDemands adds a seat's demands: no reminder after the limit, no call after the reminder.
func (t *Table) appendDemands(demands []Demand, seat engine.Seat, quiet Quiet, calls Calls) []Demand {
	wait := t.Waits[seat]
	user := t.Player(seat).User
	if wait.Since != 0 && t.ComputersInTurn().Has(seat) {
		return append(demands, Demand{Kind: ComputerTurn, At: wait.Since, Seat: seat})
	}
	next := int64(math.MaxInt64)
	if wait.Until != 0 {
		next = quiet(user, wait.Until)
		if !t.Round.Waiting {
			demands = append(demands, Demand{Kind: TurnOver, At: next, Seat: seat})
		}
		if at := t.reminderAt(seat); at != 0 {
			if reminder := quiet(user, at); reminder < next {
				demands = append(demands, Demand{Kind: Reminder, At: reminder, Seat: seat})
				next = reminder
			}
		}
	}
	if !wait.uncalled() {
		return demands
	}
	wanted := calls(user, wait.FirstHeld)
	if call := quiet(user, max(wanted, wait.PingHeld)); wanted != 0 && call < next {
		demands = append(demands, Demand{Kind: Call, At: call, Seat: seat})
	}
	return demands
}

// reminderLead is how long before the end of its time a seat is reminded, in milliseconds.
func (t *Table) reminderLead() int64 { return t.Limit.ms() / 5 }

// reminderAt returns when a seat with a running limit is reminded next, in Unix milliseconds, 0 for
// never: before the limit ends, and again before the reserve ends, unless the first warned of both.
func (t *Table) reminderAt(seat engine.Seat) int64 {
	wait := t.Waits[seat]
	switch {
	case !wait.Reminded:
		return t.LimitEnd(seat) - t.reminderLead()
	case !wait.Warned && t.Reserved[seat] > t.reminderLead():
		return wait.Until - t.reminderLead()
	}
	return 0
}

// maxSkips is the number of skips in a row after which a seat must resign.
const maxSkips = 3

// Expire returns the events for a seat whose limit has run out: a skip, a stand-in the second time
// in a row, or without one its resignation after three skips in a row.
func (t *Table) Expire(seat engine.Seat, at int64) ([]Event, error) {
	if t.standInComes(seat) {
		return []Event{t.CallStandIn(seat, 0, at)}, nil
	}
	m := engine.SkipMove(seat)
	if t.Skipped[seat] >= maxSkips {
		m = engine.ResignMove(seat)
	}
	return t.EndTurn(seat, m, 0, at)
}
