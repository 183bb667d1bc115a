package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"amytis/store"
)

// A transaction of bbolt is in memory until its end. So Load makes many. Until the last one, the
// file has the entry loadingKey, and an Open that finds it empties the store.

// loadingKey is in the meta bucket while the store is being loaded.
var loadingKey = []byte("loading")

// errLoading refuses changes of a store that is being loaded.
var errLoading = errors.New("store: it is being loaded")

// These limit how much of a dump a transaction stores.
const (
	loadRecords = 4096
	loadBytes   = 4 << 20
)

// Load implements [store.Movable].
func (db *DB) Load(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	w := db.writer
	if !w.loading.CompareAndSwap(false, true) {
		return errLoading
	}
	defer w.loading.Store(false)
	if err := w.submit(ctx, loadChange{allow: checkEmpty, do: markLoading}); err != nil {
		return err
	}
	err := loadAll(ctx, db, records)
	if err == nil {
		err = w.submit(ctx, loadChange{do: endLoading})
	}
	if err != nil {
		return errors.Join(err, w.submit(context.WithoutCancel(ctx), loadChange{do: emptyStore}))
	}
	return db.view(context.WithoutCancel(ctx), func(tx *bbolt.Tx) error {
		last, _ := tx.Bucket(tablesBucket).Cursor().Last()
		db.reserveTable(number(last, 0))
		return nil
	})
}

// loadAll stores records in many transactions, and then checks what it has stored.
func loadAll(ctx context.Context, db *DB, records iter.Seq2[store.Record, error]) error {
	l := &loader{}
	var batch []store.Record
	size := 0
	flush := func() error {
		part := batch
		batch, size = nil, 0
		return db.writer.submit(ctx, loadChange{do: func(tx *writeTx) error { return l.store(tx, part) }})
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
	if err := db.writer.submit(ctx, loadChange{do: l.endLog}); err != nil {
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

// loadChange is a part of loading a store. allow may be nil.
type loadChange struct{ allow, do func(tx *writeTx) error }

func (c loadChange) check(tx *writeTx) error {
	if c.allow == nil {
		return nil
	}
	return c.allow(tx)
}

func (c loadChange) apply(tx *writeTx) error { return c.do(tx) }

// checkEmpty returns ErrNotEmpty for a store that holds anything.
func checkEmpty(tx *writeTx) error {
	for _, name := range contentBuckets() {
		if k, _ := tx.tx.Bucket(name).Cursor().First(); k != nil {
			return fmt.Errorf("%w: it has entries in %s", store.ErrNotEmpty, name)
		}
	}
	return nil
}

// contentBuckets returns the buckets of what users have made.
func contentBuckets() [][]byte {
	return slices.DeleteFunc(slices.Clone(buckets), func(name []byte) bool { return bytes.Equal(name, metaBucket) })
}

func markLoading(tx *writeTx) error { return tx.meta.Put(loadingKey, noValue) }

func endLoading(tx *writeTx) error {
	var err error
	if tx.announced, err = inheritedEntries(tx.tx); err != nil {
		return err
	}
	return tx.meta.Delete(loadingKey)
}

// emptyStore removes all that a load has stored. It must be the last change of its transaction.
func emptyStore(tx *writeTx) error {
	if err := emptyBuckets(tx.tx); err != nil {
		return err
	}
	*tx.change = summer{} // the new checksum counts everything
	return nil
}

// emptyBuckets makes the file that of an empty store.
func emptyBuckets(tx *bbolt.Tx) error {
	for _, name := range contentBuckets() {
		if err := tx.DeleteBucket(name); err != nil {
			return err
		}
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	if err := tx.Bucket(metaBucket).Delete(loadingKey); err != nil {
		return err
	}
	return reseal(tx)
}

// undoLoad empties a store whose loading a crash has ended.
func undoLoad(b *bbolt.DB) error {
	began := false
	err := b.View(func(tx *bbolt.Tx) error {
		began = tx.Bucket(metaBucket).Get(loadingKey) != nil
		return nil
	})
	if err != nil || !began {
		return err
	}
	return b.Update(emptyBuckets)
}
