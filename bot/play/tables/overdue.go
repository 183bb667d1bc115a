package tables

import (
	"context"
	"errors"
	"slices"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// overdue returns the most urgent overdue work, or the zero Demand: the end of a turn, then a
// reminder, then a call. Computers' turns are left to [Tables.ComputerCalled]. While a user acts,
// forced steps and planned turns wait, and the end of such a turn: the user is quicker.
func (ts *Tables) overdue(ctx context.Context, t *table.Table, acting bool) (table.Demand, error) {
	now := ts.Now(t)
	timed := ts.Forced.demands
	if acting {
		timed = Calendar.demands // enough to know that nothing else is overdue, and quicker
	}
	if demands := people(timed(nil, t, now)); !hasLimit(t) && (len(demands) == 0 || demands[0].At > now) {
		return table.Demand{}, nil // the players' wishes only delay work
	}
	calendar, err := ts.Calendar(ctx, t)
	if err != nil {
		return table.Demand{}, err
	}
	var notice table.Demand
	var forced engine.SeatSet
	for _, demand := range people(ts.Forced.demands(calendar, t, now)) {
		switch {
		case demand.At > now:
			return notice, nil
		case acting && (demand.Kind == table.ForcedStep || demand.Kind == table.PlanDue):
			forced |= engine.Seats(demand.Seat)
		case demand.Kind == table.TurnOver && forced.Has(demand.Seat):
		case !demand.Kind.IsNotice():
			return demand, nil
		case notice.Kind == 0 || demand.Kind < notice.Kind:
			notice = demand
		}
	}
	return notice, nil
}

func people(demands []table.Demand) []table.Demand {
	return slices.DeleteFunc(demands, func(d table.Demand) bool { return d.Kind == table.ComputerTurn })
}

func (ts *Tables) demandEvents(ctx context.Context, t *table.Table, demand table.Demand) ([]table.Event, error) {
	now := ts.Now(t)
	switch demand.Kind {
	case table.GivenUp:
		return []table.Event{table.AbortLost(0, now)}, nil
	case table.RoundOver:
		return []table.Event{t.TimeUp(now)}, nil
	case table.RoundBegins:
		if demand.Seat == 0 {
			return []table.Event{table.BeginRound(now)}, nil
		}
	case table.ForcedStep:
		f, forced := t.Forced(demand.Seat)
		if !forced {
			return nil, store.ErrConflict
		}
		return []table.Event{t.PlayForced(f, now)}, nil
	case table.PlanDue:
		events := t.PlayPlanned(demand.Seat, now)
		if len(events) == 0 {
			return nil, store.ErrConflict
		}
		return events, nil
	case table.LobbyIdle:
		return []table.Event{table.AskHost(now)}, nil
	case table.LobbyOver:
		return []table.Event{table.CloseLobby(t.Host, now)}, nil
	case table.Reminder:
		return []table.Event{table.Remind(demand.Seat, now)}, nil
	case table.Call:
		return []table.Event{table.CallToAct(demand.Seat, now)}, nil
	}
	calendar, err := ts.Calendar(ctx, t)
	if err != nil {
		return nil, err
	}
	if err := ts.noticeOutage(ctx); err != nil {
		return nil, err
	}
	away := ts.away.Load()
	if until := away.extended(t, demand, calendar); until != 0 {
		return []table.Event{table.Extend(demand.Seat, until, now).CountedTo(away.to)}, nil
	}
	switch demand.Kind {
	case table.RoundBegins:
		return []table.Event{table.BeginRound(now)}, nil
	case table.Pause:
		return []table.Event{table.PauseLimit(demand.Seat, demand.At, demand.Until, now)}, nil
	}
	return t.Expire(demand.Seat, now)
}

// catchUp does overdue work before a user acts, and refuses the action if that ends a turn or
// round. After other changes it returns store.ErrConflict, so that the caller tries again.
func (ts *Tables) catchUp(ctx context.Context, s Loaded) error {
	demand, err := ts.overdue(ctx, s.Table, true)
	if err != nil || demand.Kind == 0 || demand.Kind.IsNotice() {
		return err
	}
	events, err := ts.demandEvents(ctx, s.Table, demand)
	if err != nil {
		return err
	}
	_, err = ts.tryOnce(ctx, s, 0, events, nil)
	switch {
	case err != nil && !errors.Is(err, store.ErrConflict):
		return err
	case slices.Contains([]table.EventKind{table.Extended, table.Paused, table.Begun}, events[0].Kind):
		return store.ErrConflict
	case demand.Kind == table.RoundOver:
		return engine.Refuse(refusedTimeUp, "")
	}
	return engine.Refuse(refusedTurnOver, "", "seat", engine.Seats(demand.Seat).Ref())
}

// doOverdue does a table's overdue work, or moves the deadline if there is none. It returns true
// for work that stays: a computer's turn, which it calls, and what cannot be undone while the clock
// may be wrong. It returns errStillOverdue if the work does not end.
func (ts *Tables) doOverdue(ctx context.Context, id table.ID) (called bool, err error) {
	for i := range tries {
		s, err := ts.Load(ctx, id)
		if err != nil {
			return false, err
		}
		demand, err := ts.overdue(ctx, s.Table, false)
		switch {
		case err != nil:
			return false, err
		case (demand.Kind == table.GivenUp || demand.Kind == table.LobbyOver) && !ts.ClockRight():
			return true, nil
		case demand.Kind != 0:
			var events []table.Event
			if events, err = ts.demandEvents(ctx, s.Table, demand); err == nil {
				_, err = ts.tryOnce(ctx, s, 0, events, nil)
			}
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

var errStillOverdue = errors.New("tables: a table still has overdue work after many attempts")

func (ts *Tables) postpone(ctx context.Context, s Loaded) error {
	calendar, err := ts.Calendar(ctx, s.Table)
	if err != nil {
		return err
	}
	return Commit(ctx, ts, store.Commit{
		Table: s.ID, Want: s.Header.Version, Header: s.Header,
		Deadline: deadline(ts.Forced.demands(calendar, s.Table, ts.Now(s.Table))),
	})
}

// deadline returns the time of the first demand in Unix milliseconds, 0 if there is none.
func deadline(demands []table.Demand) int64 {
	if len(demands) == 0 {
		return 0
	}
	return demands[0].At
}
