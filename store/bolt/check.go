package bolt

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"amytis/store"
)

// checker checks a single moment of a store. It holds at most one server's leaderboard in memory.
type checker struct {
	store.Checker
	ctx context.Context
	tx  *bbolt.Tx
	// name is the path in errors, "" for the file's.
	name string
	// starting is set if the program is about to use the file.
	starting bool
	// wait limits the wait for another process that has the file open; 0 means fileWait.
	wait time.Duration
	// entries is the checksum of all entries, once file has read them.
	entries digest
}

// checkFile checks a file that no process writes: its pages, and if they are sound, its content.
func checkFile(ctx context.Context, path string, replay store.Replay) ([]string, error) {
	c := checker{Checker: store.Checker{Replay: replay}, ctx: ctx}
	_, err := c.view(path, func(tx *bbolt.Tx) error {
		c.tx = tx
		return c.run()
	})
	if errors.Is(err, ErrCorrupt) {
		c.Fault("%v", err)
		err = nil
	}
	return c.List(), err
}

// view calls fn with a moment of the store at path, which no program may have open to write. It
// checks the pages and the checksum first, and does not call fn with unsound pages.
func (c *checker) view(path string, fn func(tx *bbolt.Tx) error) (viewed bool, err error) {
	b, err := openFile(path, fileWait)
	if err != nil {
		return false, explainOpen(cmp.Or(c.name, path), err)
	}
	defer b.Close()
	if viewed, err = c.file(path); err != nil || !viewed {
		return false, explainOpen(cmp.Or(c.name, path), err)
	}
	return true, guard(func() error { return b.View(fn) })
}

// viewSound calls fn with a moment of the store at path, if its pages and its checksum are sound.
func viewSound(ctx context.Context, path string, fn func(tx *bbolt.Tx) error) error {
	c := checker{ctx: ctx, starting: true}
	viewed, err := c.view(path, func(tx *bbolt.Tx) error {
		if len(c.Faults) > 0 {
			return c.Err(ErrCorrupt)
		}
		return fn(tx)
	})
	if !viewed && err == nil {
		err = c.Err(ErrCorrupt)
	}
	return explainDamage(path, err)
}

func (c *checker) run() error {
	if err := checkCurrent(c.tx); err != nil {
		return err
	}
	return c.content()
}

// checkContent returns the first fault of the content as an error of a kind.
func checkContent(ctx context.Context, tx *bbolt.Tx, kind error) error {
	c := checker{ctx: ctx, tx: tx}
	if err := c.content(); err != nil {
		return err
	}
	return c.Err(kind)
}

// content checks that all entries can be read and agree.
func (c *checker) content() error {
	if err := checkBuckets(c.tx); err != nil {
		return err
	}
	parts := []func() error{
		c.buckets, c.tables, c.indexes, c.outbox, c.results, c.rest,
	}
	for _, part := range parts {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// each calls fn for every entry of a bucket, until the context ends.
func (c *checker) each(bucket []byte, fn func(k, v []byte)) error {
	cursor := c.tx.Bucket(bucket).Cursor()
	for k, v := cursor.First(); k != nil; k, v = cursor.Next() {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		fn(k, v)
	}
	return nil
}

func (c *checker) buckets() error {
	return c.tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
		if !slices.ContainsFunc(buckets, func(known []byte) bool { return string(known) == string(name) }) {
			c.Fault("the store has an unknown bucket %q", name)
		}
		return nil
	})
}
