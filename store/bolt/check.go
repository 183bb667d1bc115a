package bolt

import (
	"context"
	"errors"
	"time"

	"go.etcd.io/bbolt"

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

// View calls fn with the store at path, all of one moment, if its pages are sound. fn only reads.
// If a program has the store open, fn gets a temporary copy.
func View(ctx context.Context, path string, o core.Options, fn func(s *core.Store) error) error {
	if !isServed(ctx, path) {
		return viewFile(ctx, path, path, o, fn)
	}
	tmp, err := createTemp(path)
	if err != nil {
		return explainOpen(path, err)
	}
	defer removeTemp(tmp)
	if err := askForCopy(ctx, path, tmp); err != nil {
		return err
	}
	return viewFile(ctx, tmp.Name(), path, o, fn)
}

// CheckFile checks the pages of the store at path, and its content like [DB.Check]. A program may
// have it open. Being damaged is a fault, not an error.
func CheckFile(ctx context.Context, path string, replay store.Replay) (found []string, err error) {
	err = View(ctx, path, core.Options{Replay: replay}, func(s *core.Store) (err error) {
		found, err = s.Check(ctx)
		return err
	})
	if errors.Is(err, store.ErrDamaged) {
		return []string{err.Error()}, nil
	}
	if err == nil && isServed(ctx, path) {
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
