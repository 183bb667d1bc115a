package tables

import (
	"context"
	"errors"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// overdue is what time has demanded of a table and was not done yet, the zero Demand if nothing.
// The end of a turn comes before a reminder of it, and that before a call, which is then needless.
func (ts *Tables) overdue(ctx context.Context, t *table.Table) (table.Demand, error) {
	now := ts.now().UnixMilli()
	if demands := t.Demands(table.Always); len(demands) == 0 || demands[0].At > now {
		return table.Demand{}, nil // quiet hours only put things off
	}
	quiet, err := ts.Quiet(ctx, t)
	if err != nil {
		return table.Demand{}, err
	}
	var notice table.Demand
	for _, demand := range t.Demands(quiet) {
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

// Quiet reads the quiet hours of everybody at a table.
func (ts *Tables) Quiet(ctx context.Context, t *table.Table) (table.Quiet, error) {
	hours := make(map[table.UserID]store.QuietHours, len(t.Players))
	for _, p := range t.Players {
		preferences, err := ts.store.Preferences(ctx, p.User)
		if err != nil {
			return nil, err
		}
		hours[p.User] = preferences.Quiet
	}
	return func(user table.UserID, at int64) int64 { return hours[user].Over(at) }, nil
}

// meeting makes the events by which a demand is met.
func (ts *Tables) meeting(t *table.Table, demand table.Demand) ([]table.Event, error) {
	now := ts.now().UnixMilli()
	switch demand.Kind {
	case table.RoundOver:
		return []table.Event{t.TimeUp(now)}, nil
	case table.Reminder:
		return []table.Event{{Kind: table.Reminded, At: now, Seat: demand.Seat}}, nil
	case table.Call:
		return []table.Event{{Kind: table.Called, At: now, Seat: demand.Seat}}, nil
	}
	if until := ts.away.extension(demand.At, t.Waits[demand.Seat].Extended); until != 0 {
		return []table.Event{{Kind: table.Extended, At: now, Seat: demand.Seat, Until: until}}, nil
	}
	return t.Expire(demand.Seat, now)
}

// catchUp does what is overdue at a table before somebody acts on it. What came after the end of a
// turn or a round is refused; an extension is a conflict, which one gets over by looking again.
func (ts *Tables) catchUp(ctx context.Context, s Loaded) error {
	demand, err := ts.overdue(ctx, s.Table)
	if err != nil || demand.Kind == 0 || demand.Kind.IsNotice() {
		return err
	}
	events, err := ts.meeting(s.Table, demand)
	if err != nil {
		return err
	}
	_, err = ts.tryOnce(ctx, s, 0, func(*table.Table) ([]table.Event, error) { return events, nil }, nil)
	switch {
	case err != nil && !errors.Is(err, store.ErrConflict):
		return err
	case events[0].Kind == table.Extended:
		return store.ErrConflict
	case demand.Kind == table.RoundOver:
		return engine.Refuse(refusedTimeUp, "")
	}
	return engine.Refuse(refusedTurnOver, "", "seat", engine.Seats(demand.Seat).Ref())
}

// expire does what is overdue at a table. If nothing is overdue now, since somebody has acted or
// wants to be left alone, it sees to it that the table is looked at later.
func (ts *Tables) expire(ctx context.Context, id table.ID) error {
	for i := range tries {
		s, err := ts.Load(ctx, id)
		if err != nil {
			return err
		}
		demand, err := ts.overdue(ctx, s.Table)
		switch {
		case err != nil:
			return err
		case demand.Kind != 0:
			_, err = ts.tryOnce(
				ctx, s, 0, func(t *table.Table) ([]table.Event, error) { return ts.meeting(t, demand) }, nil,
			)
		case i == 0:
			err = ts.lookLater(ctx, s)
		default:
			return nil
		}
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return errBehind
}

// errBehind says that whatever is done at a table, time demands more.
var errBehind = errors.New("tables: a table does not catch up with time")

// lookLater moves a table's deadline behind the quiet hours of its players.
func (ts *Tables) lookLater(ctx context.Context, s Loaded) error {
	quiet, err := ts.Quiet(ctx, s.Table)
	if err != nil {
		return err
	}
	return ts.store.Commit(ctx, store.Commit{
		Table: s.ID, Want: s.Header.Version, Header: s.Header, Deadline: deadline(s.Table.Demands(quiet)),
	})
}

// deadline is the time of the first demand, 0 if there is none.
func deadline(demands []table.Demand) int64 {
	if len(demands) == 0 {
		return 0
	}
	return demands[0].At
}
