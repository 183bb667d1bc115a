package bolt

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"amytis/store"
)

// A transaction of bbolt is in memory until its end. So Load makes many. A crash between them leaves
// a part, so the program loads only files that [Create] makes.

// These limit how much of a dump a transaction stores.
const (
	loadRecords = 4096
	loadBytes   = 4 << 20
)

// Load implements [store.Movable].
func (db *DB) Load(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	if err := db.view(ctx, checkEmpty); err != nil {
		return err
	}
	if err := loadAll(ctx, db, records); err != nil {
		return errors.Join(err, db.writer.submit(context.WithoutCancel(ctx), loadChange(emptyStore)))
	}
	return db.view(context.WithoutCancel(ctx), db.inherit)
}

// loadAll stores records in many transactions, and then checks what it has stored.
func loadAll(ctx context.Context, db *DB, records iter.Seq2[store.Record, error]) error {
	l := &loader{}
	var batch []store.Record
	size := 0
	flush := func() error {
		part := batch
		batch, size = nil, 0
		return db.writer.submit(ctx, loadChange(func(tx *writeTx) error { return l.store(tx, part) }))
	}
	for r, err := range store.InOrder(records) {
		if err != nil {
			return err
		}
		batch, size = append(batch, r), size+len(r.Value)
		if len(batch) < loadRecords && size < loadBytes {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
	if err := flush(); err != nil {
		return err
	}
	if err := db.writer.submit(ctx, loadChange(l.endLog)); err != nil {
		return err
	}
	return db.view(ctx, func(tx *bbolt.Tx) error {
		c := checker{ctx: ctx, tx: tx}
		if err := c.content(); err != nil {
			return err
		}
		if len(c.faults) > 0 {
			return fmt.Errorf("store: the dump contradicts itself: %s", c.faults[0])
		}
		return nil
	})
}

// loadChange is a part of loading a store.
type loadChange func(tx *writeTx) error

func (c loadChange) check(*writeTx) error { return nil }

func (c loadChange) apply(tx *writeTx) error { return c(tx) }

// checkEmpty returns ErrNotEmpty for a store that holds anything.
func checkEmpty(tx *bbolt.Tx) error {
	for _, name := range contentBuckets {
		if k, _ := tx.Bucket(name).Cursor().First(); k != nil {
			return fmt.Errorf("%w: it has entries in %s", store.ErrNotEmpty, name)
		}
	}
	return nil
}

// emptyStore removes all that a load has stored. It must be the last change of its transaction.
func emptyStore(tx *writeTx) error {
	for _, name := range contentBuckets {
		if err := tx.tx.DeleteBucket(name); err != nil {
			return err
		}
		if _, err := tx.tx.CreateBucket(name); err != nil {
			return err
		}
	}
	*tx.change = summer{} // the new checksum counts everything
	return reseal(tx.tx)
}
