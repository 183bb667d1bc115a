package tables

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"amytis/engine/table"
	"amytis/store"
)

// ErrDamaged means that a table's log cannot be read or replayed. Other tables go on.
var ErrDamaged = errors.New("the game's record is damaged")

// Damage knows the open tables that were found damaged.
type Damage struct {
	tables *Tables
	found  sync.Map // their IDs
	// Seen is called once for each of them. Set it before the tables are used.
	Seen func(id table.ID, err error)
}

func (d *Damage) note(ctx context.Context, id table.ID, cause error) error {
	err := fmt.Errorf("table %s: %w: %w", id, ErrDamaged, cause)
	_, ok := d.found.Swap(id, struct{}{})
	if h, unread := d.tables.store.Header(ctx, id); unread == nil && !h.Status.Open() {
		d.found.Delete(id) // after Swap, since Abandon may run meanwhile
	} else if !ok {
		d.Seen(id, err)
	}
	return err
}

func (d *Damage) Tables() (ids []table.ID) {
	d.found.Range(func(id, _ any) bool {
		ids = append(ids, id.(table.ID))
		return true
	})
	return ids
}

// Examine reads all open tables, so that damage is known before a player meets it.
func (d *Damage) Examine(ctx context.Context) {
	ids, _ := d.tables.store.Playing(ctx, 0, 0) // if the store fails, others say so
	for _, id := range ids {
		if ctx.Err() == nil {
			_, _ = d.tables.LoadHistory(ctx, id)
		}
	}
}

// Abandon aborts the damaged table of a channel by its header, if may allows it.
func (d *Damage) Abandon(ctx context.Context, channel table.ChannelID, may func(h *store.Header) error) error {
	id, err := d.tables.store.OpenTable(ctx, channel)
	if err != nil {
		return err
	}
	h, err := d.tables.store.Header(ctx, id)
	if err != nil {
		return err
	}
	if err := may(&h); err != nil {
		return err
	}
	h.Status = store.Aborted
	if err := Commit(ctx, d.tables, store.Commit{Table: id, Want: h.Version, Header: h}); err != nil {
		return err
	}
	d.found.Delete(id)
	return nil
}
