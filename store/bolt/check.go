package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/core"
	"amytis/store/entries/boltdb"
)

// checker checks the pages of a file, see structure.go.
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
}

// checkFile checks a file that no process writes: its pages, and if they are sound, its content.
func checkFile(ctx context.Context, path string, replay store.Replay) ([]string, error) {
	c := checker{ctx: ctx}
	_, err := c.view(path, core.Options{Replay: replay}, func(tx *bbolt.Tx, s *core.Store) error {
		if err := checkCurrent(tx); err != nil {
			return err
		}
		faults, err := s.Check(ctx)
		c.Faults = append(c.List(), faults...)
		return err
	})
	if errors.Is(err, ErrCorrupt) {
		c.Fault("%v", err)
		err = nil
	}
	return c.List(), err
}

// view calls fn with the store at path, which no program may have open to write. fn must not change
// it. view checks the pages first, and does not call fn with unsound ones.
func (c *checker) view(
	path string, o core.Options, fn func(tx *bbolt.Tx, s *core.Store) error,
) (viewed bool, err error) {
	b, err := openFile(path, fileWait)
	if err != nil {
		return false, explainOpen(cmp.Or(c.name, path), err)
	}
	db := boltdb.New(b, boltdb.Options{})
	defer db.Close()
	if viewed, err = c.file(path); err != nil || !viewed {
		return false, explainOpen(cmp.Or(c.name, path), err)
	}
	return true, db.Bolt(c.ctx, func(tx *bbolt.Tx) error { return fn(tx, core.New(db, o)) })
}

// viewSound is view of a store whose pages are sound.
func viewSound(ctx context.Context, path string, fn func(tx *bbolt.Tx, s *core.Store) error) error {
	c := checker{ctx: ctx, starting: true}
	viewed, err := c.view(path, core.Options{}, func(tx *bbolt.Tx, s *core.Store) error {
		if len(c.Faults) > 0 {
			return c.Err(ErrCorrupt)
		}
		return fn(tx, s)
	})
	if !viewed && err == nil {
		err = c.Err(ErrCorrupt)
	}
	return explainDamage(path, err)
}

// DumpFile dumps the store at path, and does not change it. The error is [ErrLocked] if a program
// has it open.
func DumpFile(ctx context.Context, path string, each func(store.Record) error) error {
	return viewSound(ctx, path, func(tx *bbolt.Tx, s *core.Store) error {
		if err := checkCurrent(tx); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return s.Dump(ctx, each)
	})
}

// EachEnded calls each with every ended table that match accepts, by ID. It works whether or not a
// program has the store open: then it reads a temporary copy. It holds one table in memory.
//
// A table that cannot be read goes to damaged, and the others follow. The error comes from each or
// ctx. It is [ErrCorrupt] if no table can be read.
func EachEnded(
	ctx context.Context, path string, match func(store.Header) bool,
	each func(id table.ID, log []table.Event) error, damaged func(id table.ID, err error),
) error {
	from, remove, err := snapshot(ctx, path)
	if err != nil {
		return err
	}
	defer remove()
	c := checker{ctx: ctx, starting: true, name: path}
	viewed, err := c.view(from, core.Options{}, func(tx *bbolt.Tx, s *core.Store) error {
		if err := checkCurrent(tx); err != nil {
			return err
		}
		return s.Ended(ctx, match, each, damaged)
	})
	faults := c.Err(ErrCorrupt)
	switch {
	case err != nil:
		return explainDamage(path, err)
	case faults != nil && viewed:
		return fmt.Errorf("%s: %w: amytis store check lists the faults", path, faults)
	}
	return explainOpen(path, faults)
}
