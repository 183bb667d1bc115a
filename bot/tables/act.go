package tables

import (
	"context"
	"errors"
	"sync"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Plan decides what to do with a table as it is. It may run several times, since others act at the
// same time.
type Plan func(t *table.Table) ([]table.Event, error)

// Meanwhile runs beside a commit with the table as it was and as it is going to be. It may run
// several times, as its plan may.
type Meanwhile func(before, after *table.Table)

// tries bounds how often a plan is made again because others were quicker.
const tries = 20

// Act changes a table: it loads it, makes the plan, and commits what the plan says with everything
// that follows from it. meanwhile, if not nil, runs beside the commit with the table as it is going
// to be.
func (ts *Tables) Act(
	ctx context.Context, id table.ID, by table.InteractionID, p Plan, meanwhile Meanwhile,
) (before, after Loaded, err error) {
	for range tries {
		before, err = ts.Load(ctx, id)
		if err != nil {
			return before, after, err
		}
		if err = ts.catchUp(ctx, before); err == nil {
			after, err = ts.tryOnce(ctx, before, by, p, meanwhile)
		}
		if !errors.Is(err, store.ErrConflict) {
			return before, after, err
		}
	}
	return before, after, err
}

// amend changes a table as the program itself sees fit, whatever its clock says; a plan without
// events changes nothing.
func (ts *Tables) amend(ctx context.Context, id table.ID, p Plan) error {
	for range tries {
		s, err := ts.Load(ctx, id)
		if err != nil {
			return err
		}
		events, err := p(s.Table)
		if err != nil || len(events) == 0 {
			return err
		}
		_, err = ts.tryOnce(ctx, s, 0, func(*table.Table) ([]table.Event, error) { return events, nil }, nil)
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return store.ErrConflict
}

func (ts *Tables) tryOnce(
	ctx context.Context, before Loaded, by table.InteractionID, p Plan, meanwhile Meanwhile,
) (Loaded, error) {
	events, err := p(before.Table)
	if err != nil {
		return Loaded{}, err
	}
	t := before.Table
	for _, e := range events {
		if t, err = t.Next(e); err != nil {
			return Loaded{}, err
		}
	}
	if t, events, err = ts.chance(t, events); err != nil {
		return Loaded{}, err
	}
	after := Loaded{before.ID, t, before.Header}
	c := consequences(before, &after, events)
	c.Interaction = by
	var beside sync.WaitGroup
	if meanwhile != nil {
		beside.Go(func() { meanwhile(before.Table, t) })
	}
	err = ts.store.Commit(ctx, c)
	beside.Wait()
	if err != nil {
		return Loaded{}, err
	}
	ts.keep(after)
	return after, nil
}

// Deal starts a table's game by chance, in the name of a player.
func (ts *Tables) Deal(t *table.Table, by table.UserID) table.Event {
	return t.Deal(by, ts.now().UnixMilli(), ts.dealer)
}

// chance adds the moves of chance that are awaited after events.
func (ts *Tables) chance(t *table.Table, events []table.Event) (*table.Table, []table.Event, error) {
	for t.Turn().Has(engine.Chance) {
		e := table.Move(t.Game, t.State.Chance(ts.dealer), 0, ts.now().UnixMilli())
		next, err := t.Next(e)
		if err != nil {
			return nil, nil, err
		}
		t, events = next, append(events, e)
	}
	return t, events, nil
}
