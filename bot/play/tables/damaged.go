package tables

import (
	"context"
	"errors"
	"fmt"

	"amytis/engine/table"
	"amytis/store"
)

// ErrDamaged means that a table's log cannot be read or replayed. Other tables go on.
var ErrDamaged = errors.New("the game's record is damaged")

// OnDamage sets the function that learns once of each open table that is damaged. Set it before the
// tables are used.
func (ts *Tables) OnDamage(damaged func(id table.ID, err error)) { ts.damageSeen = damaged }

func (ts *Tables) noteDamage(ctx context.Context, id table.ID, cause error) error {
	err := fmt.Errorf("table %s: %w: %w", id, ErrDamaged, cause)
	_, known := ts.damaged.Swap(id, struct{}{})
	if h, unread := ts.store.Header(ctx, id); unread == nil && !h.Status.Open() {
		ts.damaged.Delete(id) // after Swap, since Abandon may run meanwhile
	} else if !known {
		ts.damageSeen(id, err)
	}
	return err
}

// Damaged returns the open tables that were found damaged.
func (ts *Tables) Damaged() (ids []table.ID) {
	ts.damaged.Range(func(id, _ any) bool {
		ids = append(ids, id.(table.ID))
		return true
	})
	return ids
}

// Examine reads all open tables, so that damage is known before a player meets it.
func (ts *Tables) Examine(ctx context.Context) {
	ids, _ := ts.store.Playing(ctx, 0, 0) // if the store fails, others say so
	for _, id := range ids {
		if ctx.Err() == nil {
			_, _ = ts.LoadHistory(ctx, id)
		}
	}
}

// Abandon aborts the damaged table of a channel by its header, if may allows it.
func (ts *Tables) Abandon(ctx context.Context, channel table.ChannelID, may func(h *store.Header) error) error {
	id, err := ts.store.OpenTable(ctx, channel)
	if err != nil {
		return err
	}
	h, err := ts.store.Header(ctx, id)
	if err != nil {
		return err
	}
	if err := may(&h); err != nil {
		return err
	}
	h.Status = store.Aborted
	if err := ts.store.Commit(ctx, store.Commit{Table: id, Want: h.Version, Header: h}); err != nil {
		return err
	}
	ts.damaged.Delete(id)
	return nil
}
