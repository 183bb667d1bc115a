package storetest

import (
	"context"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

// Hooked is a store with a hook before the calls that tests delay or let fail.
type Hooked struct {
	store.Store
	// Before gets the name of the call, such as "Commit". After an error the store is not asked.
	Before func(ctx context.Context, call string) error
}

func interceptCall[T any](ctx context.Context, h *Hooked, call string, ask func() (T, error)) (none T, err error) {
	if err := h.Before(ctx, call); err != nil {
		return none, err
	}
	return ask()
}

func (h *Hooked) intercept(ctx context.Context, call string, ask func() error) error {
	_, err := interceptCall(ctx, h, call, func() (struct{}, error) { return struct{}{}, ask() })
	return err
}

func (h *Hooked) Commit(ctx context.Context, c store.Commit) error {
	return h.intercept(ctx, "Commit", func() error { return h.Store.Commit(ctx, c) })
}

func (h *Hooked) Header(ctx context.Context, id table.ID) (store.Header, error) {
	return interceptCall(ctx, h, "Header", func() (store.Header, error) { return h.Store.Header(ctx, id) })
}

func (h *Hooked) Untaken(ctx context.Context, taken func(seq uint64) bool) ([]store.Entry, error) {
	return interceptCall(ctx, h, "Untaken", func() ([]store.Entry, error) { return h.Store.Untaken(ctx, taken) })
}

func (h *Hooked) Release(ctx context.Context) error {
	return h.intercept(ctx, "Release", func() error { return h.Store.Release(ctx) })
}

func (h *Hooked) Settle(ctx context.Context, seq uint64, done store.Settlement) error {
	return h.intercept(ctx, "Settle", func() error { return h.Store.Settle(ctx, seq, done) })
}

func (h *Hooked) Hold(
	ctx context.Context, name string, term time.Duration, note string,
) (mine bool, kept string, err error) {
	if err := h.Before(ctx, "Hold"); err != nil {
		return false, "", err
	}
	return h.Store.Hold(ctx, name, term, note)
}

func (h *Hooked) Settings(ctx context.Context, in table.GuildID) (store.Settings, error) {
	return interceptCall(ctx, h, "Settings", func() (store.Settings, error) { return h.Store.Settings(ctx, in) })
}

func (h *Hooked) ChangeSettings(ctx context.Context, in table.GuildID, change func(*store.Settings) error) error {
	return h.intercept(ctx, "ChangeSettings", func() error { return h.Store.ChangeSettings(ctx, in, change) })
}

func (h *Hooked) ChangePreferences(ctx context.Context, user table.UserID, change func(*store.Preferences) error) error {
	return h.intercept(ctx, "ChangePreferences", func() error { return h.Store.ChangePreferences(ctx, user, change) })
}

func (h *Hooked) ChangeNote(ctx context.Context, name string, change func(string) (string, error)) error {
	return h.intercept(ctx, "ChangeNote", func() error { return h.Store.ChangeNote(ctx, name, change) })
}
