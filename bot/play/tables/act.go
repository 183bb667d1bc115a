package tables

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"sync"
	"time"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Plan returns the events of a change to a table, none if nothing is to be changed, or an error. It
// runs again if others are faster.
type Plan func(t *table.Table) ([]table.Event, error)

// Meanwhile runs while a commit is written, with the table before and after it. The commit may
// still fail, so Meanwhile must not cache by the version after it. It may run several times.
type Meanwhile func(before, after Loaded)

// tries is how often a change is tried while others change the table first.
const tries = 20

// Act commits the events of a plan with all effects, and returns the table just before and after.
// It does overdue work first, and refuses the action if that ends the turn or the round. It tries
// again if others change the table first; store.ErrConflict means that they were always faster. by
// is the user's interaction; meanwhile may be nil.
func (ts *Tables) Act(
	ctx context.Context, before Loaded, by table.InteractionID, p Plan, meanwhile Meanwhile,
) (_, after Loaded, err error) {
	for range tries {
		if err = ts.catchUp(ctx, before); err == nil {
			after, err = ts.tryPlan(ctx, before, by, p, meanwhile)
		}
		if !errors.Is(err, store.ErrConflict) {
			return before, after, err
		}
		var failed error
		if before, failed = ts.Load(ctx, before.ID); failed != nil {
			return before, after, failed
		}
	}
	return before, after, err
}

// tryPlan is tryOnce for the events of a plan.
func (ts *Tables) tryPlan(
	ctx context.Context, before Loaded, by table.InteractionID, p Plan, meanwhile Meanwhile,
) (Loaded, error) {
	events, err := p(before.Table)
	if err != nil || len(events) == 0 {
		return before, err
	}
	return ts.tryOnce(ctx, before, by, events, meanwhile)
}

// amend commits a change by the program, if the plan has events. It does no overdue work first.
func (ts *Tables) amend(ctx context.Context, id table.ID, p Plan) error {
	return amendLoaded(ctx, ts, id, func(s *Loaded) ([]table.Event, error) { return p(s.Table) })
}

// amendLoaded is amend for a change that may also be of the header. It may run several times.
func amendLoaded(ctx context.Context, ts *Tables, id table.ID, change func(*Loaded) ([]table.Event, error)) error {
	for range tries {
		s, err := ts.Load(ctx, id)
		if err != nil {
			return err
		}
		was := s.Header
		events, err := change(&s)
		if err != nil || len(events) == 0 && reflect.DeepEqual(was, s.Header) {
			return err
		}
		if _, err = ts.tryOnce(ctx, s, 0, events, nil); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return store.ErrConflict
}

// tryOnce commits events and the chance moves after them, or returns store.ErrConflict.
func (ts *Tables) tryOnce(
	ctx context.Context, before Loaded, by table.InteractionID, events []table.Event, meanwhile Meanwhile,
) (_ Loaded, err error) {
	t := before.Table
	for i, e := range events {
		if t, err = t.Next(e); err != nil {
			return Loaded{}, err
		}
		events[i].At = t.Latest
	}
	if t, events, err = ts.playChance(t, events); err != nil {
		return Loaded{}, err
	}
	pause := int64(0)
	if hasLimit(t) {
		calendar, err := ts.Calendar(ctx, t)
		if err != nil {
			return Loaded{}, err
		}
		t, events, pause, err = calendar.pauseLimits(before.Table, t, events, ts.Now(t))
		if err != nil {
			return Loaded{}, err
		}
	}
	after := Loaded{before.ID, t, before.Header}
	c := commitOf(ts.Forced, before, &after, events)
	if c.Result != nil && c.Result.Level == 0 {
		settings, err := ts.store.Settings(ctx, c.Result.Guild)
		if err != nil {
			return Loaded{}, err
		}
		c.Result.Season = settings.Season.At(time.UnixMilli(c.Result.At))
	}
	if pause != 0 {
		c.Deadline = min(cmp.Or(c.Deadline, pause), pause)
	}
	c.Interaction = by
	if by != 0 {
		ts.unanswered.Store(after.ID, ctx)
		context.AfterFunc(ctx, func() { ts.unanswered.CompareAndDelete(after.ID, ctx) })
	}
	var beside sync.WaitGroup
	if meanwhile != nil {
		beside.Go(func() { meanwhile(before, after) })
	}
	err = Commit(ctx, ts, c)
	beside.Wait()
	if err != nil {
		return Loaded{}, err
	}
	ts.remember(after)
	ts.callComputer(after)
	if len(events) > 0 {
		author := events[0].By
		if events[0].Auto {
			author = 0 // no answer shows it to the player
		}
		ts.Changed(after, author)
	}
	return after, nil
}

// answersFirst is how long AwaitAnswer waits at most: an answer is drawn in a few milliseconds.
const answersFirst = 20 * time.Millisecond

// AwaitAnswer waits for the answer to the user who has just changed a table. What others see of the
// change is drawn after it, so that it does not take a processor from the answer.
func (ts *Tables) AwaitAnswer(id table.ID) {
	if ctx, found := ts.unanswered.Load(id); found {
		select {
		case <-ctx.(context.Context).Done():
		case <-time.After(answersFirst):
		}
	}
}

// Deal returns the event that starts a game with a random set-up. Live rounds wait for the players.
func (ts *Tables) Deal(t *table.Table, by table.UserID) table.Event {
	e := t.Deal(by, ts.now().UnixMilli(), ts.dealer)
	started, err := t.Next(e)
	e.Ready = err == nil && started.State.Pace().Live
	return e
}

// playChance adds to events the moves of chance and of the set-up that nobody has to be asked for.
func (ts *Tables) playChance(t *table.Table, events []table.Event) (*table.Table, []table.Event, error) {
	for {
		now := ts.Now(t)
		e, goesOn := t.GoOn(now)
		if t.Turn().Has(engine.Chance) {
			e = table.Move(t.Game, t.State.Chance(ts.dealer), 0, now)
		} else if !goesOn {
			return t, events, nil
		}
		next, err := t.Next(e)
		if err != nil {
			return nil, nil, err
		}
		t = next
		events = append(events, e)
	}
}
