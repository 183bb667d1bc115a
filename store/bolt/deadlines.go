package bolt

import (
	"cmp"
	"context"
	"slices"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// A table's deadline is in its record. The due bucket says when to look at that record, which is
// never later than the deadline.
//
// Nearly every move makes the deadline later and leaves the due entry where it is. That saves two
// page writes in a tree with one entry for every running table. When Due finds an entry whose table
// has a later deadline, it moves the entry there. So an entry moves once per time limit, not once
// per move.

// maxRenewed limits how many entries are moved in one transaction.
const maxRenewed = 1000

// Due implements [store.Store].
func (db *DB) Due(ctx context.Context, now int64, limit int) ([]store.Deadline, error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	var due []store.Deadline
	var moved renewChange
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
			} else if len(moved) < maxRenewed {
				moved = append(moved, id)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(moved) > 0 {
		// Moving the entries spares the next call the work. If it fails, the next call tries again.
		_ = db.writer.submit(ctx, moved)
	}
	slices.SortFunc(due, func(a, b store.Deadline) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Table, b.Table))
	})
	return due[:min(len(due), limit)], nil
}

// moveDue updates the due entry of a record with a new deadline. An entry that is early enough
// stays.
func (tx *writeTx) moveDue(id table.ID, r *record) error {
	if r.due != 0 && r.deadline != 0 && r.due <= r.deadline {
		return nil
	}
	return tx.setDue(id, r)
}

// setDue moves the due entry to the deadline.
func (tx *writeTx) setDue(id table.ID, r *record) error {
	if r.due != 0 {
		if err := tx.due.Delete(key2(timeKey(r.due), id)); err != nil {
			return err
		}
	}
	if r.due = r.deadline; r.due == 0 {
		return nil
	}
	return tx.due.Put(key2(timeKey(r.due), id), noValue)
}

// renewChange moves the due entries of tables to their deadlines.
type renewChange []table.ID

func (renewChange) check(*writeTx) error { return nil }

func (c renewChange) apply(tx *writeTx) error {
	for _, id := range c {
		r, err := decodeRecord(id, tx.tables.Get(headKey(id)))
		if err != nil {
			return err
		}
		if r.due == r.deadline {
			continue // a commit in between has moved it
		}
		if err := tx.setDue(id, &r); err != nil {
			return err
		}
		if err := tx.tables.Put(headKey(id), r.encode()); err != nil {
			return err
		}
	}
	return nil
}
