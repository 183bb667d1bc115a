package bolt

import (
	"context"
	"errors"
	"time"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/core"
	"amytis/store/entries/boltdb"
)

// fileWait limits the wait for a file that another process has open.
const fileWait = time.Second

// viewFile calls fn with the store in a file that no program writes, if its pages are sound. fn
// only reads. name is the path in errors.
func viewFile(ctx context.Context, file, name string, o core.Options, fn func(s *core.Store) error) error {
	if _, err := checkPages(ctx, file, fileWait); err != nil {
		return explainOpen(name, err)
	}
	b, _, err := openFile(file, fileWait, true)
	if err != nil {
		return explainOpen(name, err)
	}
	db := boltdb.New(b, func(err error) error { return explainDamage(name, err) })
	defer db.Close()
	return db.ViewTx(ctx, func(tx *bbolt.Tx) error {
		if err := checkCurrent(tx); err != nil {
			return explainOpen(name, err)
		}
		return fn(core.New(db, o))
	})
}

// snapshotFile returns a file with the store that no program writes: at path, or a temporary copy.
func snapshotFile(ctx context.Context, path string) (file string, remove func(), err error) {
	if !isServed(ctx, path) {
		return path, func() {}, ctx.Err()
	}
	tmp, err := createTemp(path)
	if err != nil {
		return "", nil, explainOpen(path, err)
	}
	if err := askForCopy(ctx, path, tmp); err != nil {
		removeTemp(tmp)
		return "", nil, err
	}
	return tmp.Name(), func() { removeTemp(tmp) }, nil
}

// CheckFile checks the pages of the store at path, and its content like [DB.Check]. A program may
// have it open. Being damaged is a fault, not an error.
func CheckFile(ctx context.Context, path string, replay store.Replay) (found []string, err error) {
	file, remove, err := snapshotFile(ctx, path)
	if err != nil {
		return nil, err
	}
	defer remove()
	err = viewFile(ctx, file, path, core.Options{Replay: replay}, func(s *core.Store) (err error) {
		found, err = s.Check(ctx)
		return err
	})
	if errors.Is(err, store.ErrDamaged) {
		return []string{err.Error()}, nil
	}
	if file != path && err == nil {
		if s, err := Summarize(ctx, path); err == nil && s.Lost != "" {
			found = append(found, s.Lost)
		}
	}
	return found, err
}

// DumpFile dumps the store at path. The error is [ErrLocked] if a program has it open.
func DumpFile(ctx context.Context, path string, each func(store.Record) error) error {
	return viewFile(ctx, path, path, core.Options{}, func(s *core.Store) error { return s.Dump(ctx, each) })
}

// EachEnded calls each with every ended table that match accepts, by ID. A program may have the
// store open: then EachEnded reads a temporary copy. It holds one table in memory.
//
// A table that cannot be read goes to damaged, and the others follow. The error comes from each or
// ctx, or is [store.ErrDamaged] if no table can be read.
func EachEnded(
	ctx context.Context, path string, match func(store.Header) bool,
	each func(id table.ID, log []table.Event) error, damaged func(id table.ID, err error),
) error {
	file, remove, err := snapshotFile(ctx, path)
	if err != nil {
		return err
	}
	defer remove()
	return viewFile(ctx, file, path, core.Options{}, func(s *core.Store) error {
		return s.Ended(ctx, match, each, damaged)
	})
}
