package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	channel = "amytis_changed"
	// lookEvery is how often Changed receives in any case: the server may have no LISTEN.
	lookEvery = time.Second
	tellEvery = 20 * time.Millisecond // at most, if the handle is busy
)

// listenForChanges signals Changed when another handle tells of a change, until this one closes.
func (h *handle) listenForChanges() {
	for ctx := h.open; ctx.Err() == nil; {
		h.listenOnce(ctx)
		signal(h.changed)
		select {
		case <-ctx.Done():
		case <-time.After(lookEvery):
		}
	}
}

// listenOnce returns when the connection has broken, or if the server has no LISTEN.
func (h *handle) listenOnce(ctx context.Context) {
	config := h.pool.Config()
	if config.BeforeConnect != nil && config.BeforeConnect(ctx, config.ConnConfig) != nil {
		return
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `LISTEN `+channel); err != nil {
		return
	}
	for {
		signal(h.changed)
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return
		}
	}
}

// tellChanges tells other handles of changes. In the transaction of a change, NOTIFY would make all
// of them wait for each other.
func (h *handle) tellChanges() {
	for ctx := h.open; ; {
		select {
		case <-ctx.Done():
			return
		case <-h.tell:
		}
		_, _ = h.pool.Exec(ctx, `SELECT pg_notify($1, '')`, channel) // others look from time to time
		select {
		case <-ctx.Done():
			return
		case <-time.After(tellEvery):
		}
	}
}
