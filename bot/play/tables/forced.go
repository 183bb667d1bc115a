package tables

import (
	"cmp"
	"context"
	"time"

	"amytis/engine"
	"amytis/engine/table"
)

// A step that leaves a player no choice is taken by the sweeper, unless the player has turned that
// off. It is committed like any other change for a version of the table. So neither a restart nor
// several sweepers take it twice, and a press of the player before it comes first.

// Grace is how long a forced step waits, so that its player is told of it and may act first.
type Grace struct {
	// Begins is for steps that only begin a turn; see table.Forced.
	Begins time.Duration
	// Other is for all other steps.
	Other time.Duration
}

// usualGrace is the Grace of the program.
var usualGrace = Grace{Begins: time.Second, Other: 30 * time.Second}

// Forced knows the steps that the program takes for the players of the tables.
type Forced struct {
	tables *Tables
	grace  Grace
}

// SetGrace sets how long forced steps wait; a zero value is the usual time. Set it before the
// tables are used.
func (fs *Forced) SetGrace(g Grace) {
	fs.grace = Grace{cmp.Or(g.Begins, usualGrace.Begins), cmp.Or(g.Other, usualGrace.Other)}
}

// demands lists all timed work of a table, the earliest first: that of Calendar.demands, and the
// forced steps of the players who do not take them themselves.
func (fs *Forced) demands(c Calendar, t *table.Table, now int64) []table.Demand {
	demands := c.demands(t, now)
	for _, seat := range t.Turn().Slice() {
		if p := c[t.Player(seat).User]; p != nil && p.Manual {
			continue
		}
		if f, forced := t.Forced(seat); forced {
			demands = append(demands, table.Demand{Kind: table.ForcedStep, At: fs.at(t, f), Seat: seat})
		}
	}
	sortDemands(demands)
	return demands
}

// at returns when a forced step is taken, in Unix milliseconds: after its grace, but not later than
// the end of the player's limit. A grace that ended while the program did not run goes on
// after that, since the player could not act.
func (fs *Forced) at(t *table.Table, f table.Forced) int64 {
	grace := fs.grace.Other
	if f.Begins {
		grace = fs.grace.Begins
	}
	at := f.Since + grace.Milliseconds()
	if until := t.Waits[f.Move.Seat].Until; until > f.Since { // quiet hours may delay one that is over
		at = min(at, until)
	}
	return max(at, fs.tables.away.extension(at, 0))
}

// manual reports whether the player of a seat takes forced steps themselves.
func (fs *Forced) manual(ctx context.Context, t *table.Table, seat engine.Seat) (bool, error) {
	preferences, err := fs.tables.store.Preferences(ctx, t.Player(seat).User)
	return preferences.Manual, err
}

// ForcedStep is a step that the program will take for a player.
type ForcedStep struct {
	Move engine.Move
	// At is when, in Unix milliseconds.
	At int64
}

// Step returns the step that the program will take for the player of a seat. ok is false if there
// is none.
func (fs *Forced) Step(
	ctx context.Context, t *table.Table, seat engine.Seat,
) (step ForcedStep, ok bool, err error) {
	f, forced := t.Forced(seat)
	if !forced {
		return ForcedStep{}, false, nil
	}
	if manual, err := fs.manual(ctx, t, seat); manual || err != nil {
		return ForcedStep{}, false, err
	}
	return ForcedStep{f.Move, fs.at(t, f)}, true, nil
}

// NoChoice returns which of the seats the program plays until their turns are over, because there
// is nothing to choose. Their players need no call.
func (fs *Forced) NoChoice(ctx context.Context, t *table.Table, seats engine.SeatSet) (engine.SeatSet, error) {
	var none engine.SeatSet
	for _, seat := range seats.Slice() {
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
