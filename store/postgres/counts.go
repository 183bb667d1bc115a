package postgres

import (
	"context"

	"amytis/store"
)

// Counts looks at the rows of all open tables.
func (db *DB) Counts(ctx context.Context) (c store.Counts, err error) {
	err = db.do(ctx, func(ctx context.Context) error {
		const count = `SELECT count(*) FILTER (WHERE status = 'lobby'), count(*) FILTER (WHERE status = 'running'), ` +
			`(SELECT count(*) FROM outbox), (SELECT message FROM outbox ORDER BY seq LIMIT 1) ` +
			`FROM tables WHERE channel <> 0 AND ` + isOpen
		c = store.Counts{}
		var first *string
		if err := db.pool.QueryRow(ctx, count).Scan(&c.Lobbies, &c.Running, &c.Outbox, &first); err != nil || first == nil {
			return err
		}
		m, err := decodeMessage(0, *first)
		c.Oldest = m.At
		return err
	})
	return c, err
}
