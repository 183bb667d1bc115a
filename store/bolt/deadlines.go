package bolt

import (
	"cmp"
	"context"
	"slices"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Due implements [store.Store]. In files of older programs an entry of the index may be earlier
// than the deadline, which is in the table's record. The next commit on the table corrects it.
func (db *DB) Due(ctx context.Context, now int64, limit int) ([]store.Deadline, error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	var due []store.Deadline
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		tables := tx.Bucket(tablesBucket)
		c := tx.Bucket(dueBucket).Cursor()
		for k, _ := c.First(); k != nil && number(k, 0) <= timeKey(now); k, _ = c.Next() {
			id := table.ID(number(k, 1))
			r, err := decodeRecord(id, tables.Get(headKey(id)))
			if err != nil {
				return err
			}
			if r.deadline <= now {
				due = append(due, store.Deadline{Table: id, At: r.deadline})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(due, func(a, b store.Deadline) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Table, b.Table))
	})
	return due[:min(len(due), limit)], nil
}
