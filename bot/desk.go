package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"amytis/bot/games"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"

	lru "github.com/hashicorp/golang-lru/v2"
)

// desk is where tables are read and acted upon.
type desk struct {
	store store.Store
	now   func() time.Time
	// dealer is where chance comes from.
	dealer engine.Rand
	// recent are tables that were used lately. One may be behind the store, which load asks for
	// the version.
	recent *lru.Cache[table.ID, seen]
	// away is when the program did not run before it was started.
	away absence
}

// recentTables bounds the memory: some 20 KB a table.
const recentTables = 512

func newDesk(s store.Store, now func() time.Time, dealer engine.Rand) *desk {
	recent, err := lru.New[table.ID, seen](recentTables)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &desk{store: s, now: now, dealer: dealer, recent: recent}
}

// seen is a table as it was read, with its header.
type seen struct {
	id     table.ID
	table  *table.Table
	header store.Header
}

// load reads a table. Most of the time only its header needs reading.
func (d *desk) load(ctx context.Context, id table.ID) (seen, error) {
	if s, found := d.recent.Get(id); found {
		header, err := d.store.Header(ctx, id)
		if err != nil {
			return seen{}, err
		}
		if header.Version == s.table.Version {
			return seen{id, s.table, header}, nil
		}
	}
	header, log, err := d.store.Table(ctx, id)
	if err != nil {
		return seen{}, err
	}
	t, err := table.Load(games.Rules, log)
	if err != nil {
		return seen{}, fmt.Errorf("table %s: %w", id, err)
	}
	s := seen{id, t, header}
	d.keep(s)
	return s, nil
}

// past reads a table as it was at a version, and the events after it up to
// another.
func (d *desk) past(ctx context.Context, id table.ID, from, to table.Version) (*table.Table, []table.Event, error) {
	_, log, err := d.store.Table(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if from < 1 || from > to || int(to) > len(log) {
		return nil, nil, fmt.Errorf("table %s: no versions %d to %d among %d", id, from, to, len(log))
	}
	t, err := table.Load(games.Rules, log[:from])
	return t, log[from:to], err
}

// inChannel reads the table that is open in a channel.
func (d *desk) inChannel(ctx context.Context, channel table.ChannelID) (seen, error) {
	id, err := d.store.OpenTable(ctx, channel)
	if errors.Is(err, store.ErrNotFound) {
		return seen{}, engine.Refuse(refusedNoTable, "")
	}
	if err != nil {
		return seen{}, err
	}
	return d.load(ctx, id)
}

// lastInChannel reads the newest table of a channel, open or over.
func (d *desk) lastInChannel(ctx context.Context, channel table.ChannelID) (seen, error) {
	id, err := d.store.LastTable(ctx, channel)
	if errors.Is(err, store.ErrNotFound) {
		return seen{}, engine.Refuse(refusedNoTable, "")
	}
	if err != nil {
		return seen{}, err
	}
	return d.load(ctx, id)
}

// plan decides what to do with a table as it is. It may run several times, since
// others act at the same time.
type plan func(t *table.Table) ([]table.Event, error)

// tries bounds how often a plan is made again because others were quicker.
const tries = 20

// act changes a table: it loads it, makes the plan, and commits what the plan
// says with everything that follows from it. meanwhile, if not nil, runs beside
// the commit with the table as it is going to be.
func (d *desk) act(ctx context.Context, id table.ID, by table.InteractionID, p plan, meanwhile func(before, after *table.Table)) (before, after seen, err error) {
	for range tries {
		before, err = d.load(ctx, id)
		if err != nil {
			return before, after, err
		}
		if err = d.catchUp(ctx, before); err == nil {
			after, err = d.tryOnce(ctx, before, by, p, meanwhile)
		}
		if !errors.Is(err, store.ErrConflict) {
			return before, after, err
		}
	}
	return before, after, err
}

// amend changes a table as the program itself sees fit, whatever its clock says; a
// plan without events changes nothing.
func (d *desk) amend(ctx context.Context, id table.ID, p plan) error {
	for range tries {
		s, err := d.load(ctx, id)
		if err != nil {
			return err
		}
		events, err := p(s.table)
		if err != nil || len(events) == 0 {
			return err
		}
		_, err = d.tryOnce(ctx, s, 0, func(*table.Table) ([]table.Event, error) { return events, nil }, nil)
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return store.ErrConflict
}

func (d *desk) tryOnce(ctx context.Context, before seen, by table.InteractionID, p plan, meanwhile func(before, after *table.Table)) (seen, error) {
	events, err := p(before.table)
	if err != nil {
		return seen{}, err
	}
	t := before.table
	for _, e := range events {
		if t, err = t.Next(e); err != nil {
			return seen{}, err
		}
	}
	if t, events, err = d.chance(t, events); err != nil {
		return seen{}, err
	}
	after := seen{before.id, t, before.header}
	c := follow(before, &after, events)
	c.Interaction = by
	var beside sync.WaitGroup
	if meanwhile != nil {
		beside.Go(func() { meanwhile(before.table, t) })
	}
	err = d.store.Commit(ctx, c)
	beside.Wait()
	if err != nil {
		return seen{}, err
	}
	d.keep(after)
	return after, nil
}

// deal starts a table's game by chance, in the name of a player.
func (d *desk) deal(t *table.Table, by table.UserID) table.Event {
	return t.Deal(by, d.now().UnixMilli(), d.dealer)
}

// chance adds the moves of chance that are awaited after events.
func (d *desk) chance(t *table.Table, events []table.Event) (*table.Table, []table.Event, error) {
	for t.Turn().Has(engine.Chance) {
		m := t.State.Chance(d.dealer)
		e := table.Event{Kind: table.Moved, At: d.now().UnixMilli(), Move: string(t.Game.AppendMove(nil, m))}
		next, err := t.Next(e)
		if err != nil {
			return nil, nil, err
		}
		t, events = next, append(events, e)
	}
	return t, events, nil
}

// keep remembers a table, unless a newer one is remembered already.
func (d *desk) keep(s seen) {
	if old, found := d.recent.Peek(s.id); found && old.table.Version > s.table.Version {
		return
	}
	d.recent.Add(s.id, s)
}
