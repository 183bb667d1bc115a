package tables

import (
	"cmp"
	"context"
	"slices"
	"time"

	"amytis/engine"
	"amytis/engine/table"
)

// The sweeper takes a step that leaves a player no choice, unless the player has turned that off.
// It is committed for a version: so nothing takes it twice, and a press before it comes first.

// Grace is how long a forced step waits, so that its player learns of it and may act first.
type Grace struct {
	Begins time.Duration // for steps that only begin a turn; see table.Forced
	Other  time.Duration
}

var usualGrace = Grace{Begins: time.Second, Other: 30 * time.Second}

// Forced knows the steps that the program takes for players.
type Forced struct {
	tables *Tables
	Grace  Grace // set before the tables are used; 0 is the usual time
}

// demands lists all timed work, the earliest first: Calendar.demands, planned turns, and forced
// steps left to the program. Who has planned the turn is not called.
func (fs *Forced) demands(c Calendar, t *table.Table, now int64) []table.Demand {
	demands := c.demands(t, now)
	if t.Suspended() {
		return demands
	}
	for _, seat := range t.Turn().Slice() {
		if at, planned := fs.PlanAt(t, seat); planned {
			demands = slices.DeleteFunc(demands, func(d table.Demand) bool {
				return d.Kind == table.Call && d.Seat == seat
			})
			demands = append(demands, table.Demand{Kind: table.PlanDue, At: at, Seat: seat})
			continue
		}
		if p := c[t.Player(seat).User]; p != nil && p.Manual {
			continue
		}
		if f, forced := t.Forced(seat); forced {
			demands = append(demands, table.Demand{Kind: table.ForcedStep, At: fs.timeOf(t, f), Seat: seat})
		}
	}
	sortDemands(demands)
	return demands
}

// timeOf returns when a forced step is taken: after its grace, but within the player's limit. A
// grace that ended in an outage goes on after it; after a suspension it begins again.
func (fs *Forced) timeOf(t *table.Table, f table.Forced) int64 {
	grace := cmp.Or(fs.Grace.Other, usualGrace.Other)
	if f.Begins {
		grace = cmp.Or(fs.Grace.Begins, usualGrace.Begins)
	}
	at := max(f.Since, t.Suspension.Until) + grace.Milliseconds()
	if until := t.Waits[f.Move.Seat].Until; until > f.Since { // quiet hours may delay one that is over
		at = min(at, until)
	}
	return max(at, fs.tables.away.Load().extension(at, 0))
}

// PlanAt returns when the program plays a seat's planned turn, in Unix milliseconds, if it does.
func (fs *Forced) PlanAt(t *table.Table, seat engine.Seat) (at int64, planned bool) {
	turn, choice, _ := t.PlannedTurn(seat)
	if choice == 0 {
		return 0, false
	}
	return fs.timeOf(t, table.Forced{Move: turn[0], Since: t.Waits[seat].Since}), true
}

// manual reports whether a seat's player takes forced steps themselves.
func (fs *Forced) manual(ctx context.Context, t *table.Table, seat engine.Seat) (bool, error) {
	preferences, err := fs.tables.store.Preferences(ctx, t.Player(seat).User)
	return preferences.Manual, err
}

// ForcedStep is a step that the program will take for a player.
type ForcedStep struct {
	Move engine.Move
	At   int64 // in Unix milliseconds
}

// Step returns the step that the program will take for a seat's player, false if there is none.
func (fs *Forced) Step(ctx context.Context, t *table.Table, seat engine.Seat) (step ForcedStep, ok bool, err error) {
	f, forced := t.Forced(seat)
	if !forced {
		return ForcedStep{}, false, nil
	}
	if manual, err := fs.manual(ctx, t, seat); manual || err != nil {
		return ForcedStep{}, false, err
	}
	return ForcedStep{f.Move, fs.timeOf(t, f)}, true, nil
}

// BeginTurn takes a step that begins a turn and would soon be forced, so that no panel offers it.
func (fs *Forced) BeginTurn(ctx context.Context, s Loaded, seat engine.Seat) Loaded {
	f, forced := s.Table.Forced(seat)
	soon := fs.tables.Now(s.Table) + usualGrace.Begins.Milliseconds()
	if !forced || !f.Begins || fs.timeOf(s.Table, f) > soon {
		return s
	}
	if manual, err := fs.manual(ctx, s.Table, seat); manual || err != nil {
		return s
	}
	events := []table.Event{s.Table.PlayForced(f, fs.tables.Now(s.Table))}
	after, err := fs.tables.tryOnce(ctx, s, 0, events, nil)
	if err != nil {
		return s // the sweeper takes the step, or has
	}
	return after
}

// NoChoice returns the seats that the program plays to the end of their turns. They need no call.
func (fs *Forced) NoChoice(ctx context.Context, t *table.Table, seats engine.SeatSet) (engine.SeatSet, error) {
	var none engine.SeatSet
	for _, seat := range seats.Slice() {
		if _, planned := fs.PlanAt(t, seat); planned {
			none |= engine.Seats(seat)
			continue
		}
		if !t.NoChoice(seat) {
			continue
		}
		manual, err := fs.manual(ctx, t, seat)
		if err != nil {
			return 0, err
		}
		if !manual {
			none |= engine.Seats(seat)
		}
	}
	return none, nil
}
