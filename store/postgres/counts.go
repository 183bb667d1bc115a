package postgres

import (
	"context"

	"amytis/store"
)

// Counts implements [store.Store]. It looks at the rows of all open tables.
func (r reader) Counts(ctx context.Context) (c store.Counts, err error) {
	err = r.do(ctx, func(ctx context.Context) error {
		c = store.Counts{}
		const tables = `SELECT status, count(*) FROM tables WHERE channel <> 0 AND ` + isOpen + ` GROUP BY status`
		var status string
		var n int
		err := eachRow(ctx, r.pool, []any{&status, &n}, func() error {
			c.Add(store.Status(status), n)
			return nil
		}, tables)
		if err != nil {
			return err
		}
		const outbox = `SELECT count(*), (SELECT message FROM outbox ORDER BY seq LIMIT 1) FROM outbox`
		var first *string
		if err := r.pool.QueryRow(ctx, outbox).Scan(&c.Outbox, &first); err != nil || first == nil {
			return err
		}
		m, err := decodeMessage(0, *first)
		c.Oldest = m.At
		return err
	})
	return c, err
}
