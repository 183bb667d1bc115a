package bolt

import (
	"context"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Counts implements [store.Store]. It reads the header of each open table.
func (qs *queues) Counts(ctx context.Context) (c store.Counts, err error) {
	err = qs.db.view(ctx, func(tx *bbolt.Tx) error {
		open := tx.Bucket(openBucket).Cursor()
		for k, v := open.First(); k != nil && ctx.Err() == nil; k, v = open.Next() {
			h, err := readHeader(tx, table.ID(number(v, 0)))
			if err != nil {
				return err
			}
			c.Add(h.Status, 1)
		}
		outbox := tx.Bucket(outboxBucket).Cursor()
		k, v := outbox.First()
		if k != nil {
			m, err := decodeMessage(number(k, 0), v)
			if err != nil {
				return err
			}
			c.Oldest = m.At
		}
		for ; k != nil; k, _ = outbox.Next() {
			c.Outbox++
		}
		return ctx.Err()
	})
	return c, err
}
