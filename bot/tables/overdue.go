package tables

import (
	"context"
	"errors"
	"slices"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// overdue returns the table's most urgent overdue work, the zero Demand if there is none. The end
// of a turn comes before a reminder. A reminder comes before a call, which it makes needless. The
// turns of computers are left to [Tables.ComputerCalled].
func (ts *Tables) overdue(ctx context.Context, t *table.Table) (table.Demand, error) {
	now := ts.now().UnixMilli()
	if demands := people(t.Demands(table.Always)); len(demands) == 0 || demands[0].At > now {
		return table.Demand{}, nil // quiet hours only delay work
	}
	quiet, err := ts.Quiet(ctx, t)
	if err != nil {
		return table.Demand{}, err
	}
	var notice table.Demand
	for _, demand := range people(t.Demands(quiet)) {
		switch {
		case demand.At > now:
			return notice, nil
		case !demand.Kind.IsNotice():
			return demand, nil
		case notice.Kind == 0 || demand.Kind < notice.Kind:
			notice = demand
		}
	}
	return notice, nil
}

// people returns the demands that are not the turn of a computer.
func people(demands []table.Demand) []table.Demand {
	return slices.DeleteFunc(demands, func(d table.Demand) bool { return d.Kind == table.ComputerTurn })
}

// Quiet reads the quiet hours of all players of a table.
func (ts *Tables) Quiet(ctx context.Context, t *table.Table) (table.Quiet, error) {
	hours := make(map[table.UserID]store.QuietHours, len(t.Players))
	for _, p := range t.Players {
		if p.IsComputer() {
			continue
		}
		preferences, err := ts.store.Preferences(ctx, p.User)
		if err != nil {
			return nil, err
		}
		hours[p.User] = preferences.Quiet
	}
	return func(user table.UserID, at int64) int64 { return hours[user].Over(at) }, nil
}

// demandEvents returns the events that do a table's overdue work.
func (ts *Tables) demandEvents(t *table.Table, demand table.Demand) ([]table.Event, error) {
	now := ts.now().UnixMilli()
	switch demand.Kind {
	case table.RoundOver:
		return []table.Event{t.TimeUp(now)}, nil
	case table.RoundBegins:
		if demand.Seat == 0 {
			return []table.Event{table.BeginRound(now)}, nil
		}
	case table.Reminder:
		return []table.Event{table.Remind(demand.Seat, now)}, nil
	case table.Call:
		return []table.Event{table.CallToAct(demand.Seat, now)}, nil
	}
	if until := ts.away.extension(demand.At, t.Waits[demand.Seat].Extended); until != 0 {
		return []table.Event{table.Extend(demand.Seat, until, now)}, nil
	}
	if demand.Kind == table.RoundBegins {
		return []table.Event{table.BeginRound(now)}, nil
	}
	return t.Expire(demand.Seat, now)
}

// catchUp does a table's overdue work before a user acts on it. If that ends a turn or a round,
// catchUp refuses the user's action, which came too late. After an extension, and after the
// beginning of a round, it returns store.ErrConflict, so that the caller tries again.
func (ts *Tables) catchUp(ctx context.Context, s Loaded) error {
	demand, err := ts.overdue(ctx, s.Table)
	if err != nil || demand.Kind == 0 || demand.Kind.IsNotice() {
		return err
	}
	events, err := ts.demandEvents(s.Table, demand)
	if err != nil {
		return err
	}
	_, err = ts.tryOnce(ctx, s, 0, func(*table.Table) ([]table.Event, error) { return events, nil }, nil)
	switch {
	case err != nil && !errors.Is(err, store.ErrConflict):
		return err
	case events[0].Kind == table.Extended, events[0].Kind == table.Begun:
		return store.ErrConflict
	case demand.Kind == table.RoundOver:
		return engine.Refuse(refusedTimeUp, "")
	}
	return engine.Refuse(refusedTurnOver, "", "seat", engine.Seats(demand.Seat).Ref())
}

// doOverdue does a table's overdue work. If there is none, since a player has acted or has quiet
// hours, it moves the table's deadline. The deadline of a computer's turn stays until the computer
// has moved; doOverdue calls it and returns true. It returns errStillOverdue if the work does not
// end.
func (ts *Tables) doOverdue(ctx context.Context, id table.ID) (called bool, err error) {
	for i := range tries {
		s, err := ts.Load(ctx, id)
		if err != nil {
			return false, err
		}
		demand, err := ts.overdue(ctx, s.Table)
		switch {
		case err != nil:
			return false, err
		case demand.Kind != 0:
			_, err = ts.tryOnce(
				ctx, s, 0, func(t *table.Table) ([]table.Event, error) { return ts.demandEvents(t, demand) }, nil,
			)
		case ts.callComputer(s):
			return true, nil
		case i == 0:
			err = ts.postpone(ctx, s)
		default:
			return false, nil
		}
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return false, err
		}
	}
	return false, errStillOverdue
}

// errStillOverdue means that a table still has overdue work after as many attempts as tries.
var errStillOverdue = errors.New("tables: a table still has overdue work after many attempts")

// postpone moves a table's deadline to the end of its players' quiet hours.
func (ts *Tables) postpone(ctx context.Context, s Loaded) error {
	quiet, err := ts.Quiet(ctx, s.Table)
	if err != nil {
		return err
	}
	return ts.store.Commit(ctx, store.Commit{
		Table: s.ID, Want: s.Header.Version, Header: s.Header, Deadline: deadline(s.Table.Demands(quiet)),
	})
}

// deadline returns the time of the first demand in Unix milliseconds, 0 if there is none.
func deadline(demands []table.Demand) int64 {
	if len(demands) == 0 {
		return 0
	}
	return demands[0].At
}
