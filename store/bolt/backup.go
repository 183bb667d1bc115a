package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"amytis/store/entries/boltdb"
	"amytis/store/progress"
)

// Backup copies the store at path to the file dst. A program may have the store open; then it
// answers through [DB.Serve].
//
// The copy is of a single moment. dst appears only when it is complete, checked and on the disk: a
// damaged store gives [store.ErrDamaged] and no backup. If dst exists, the error is fs.ErrExist,
// unless replace is set. The store itself is never replaced.
func Backup(ctx context.Context, path, dst string, replace bool) error {
	return makeBackup(ctx, path, dst, replace, func(tmp *os.File) error { return copyStore(ctx, path, tmp) })
}

// BackupTo is [Backup] of an open store to a file that does not exist yet.
func (db *DB) BackupTo(ctx context.Context, dst string) error {
	return makeBackup(ctx, db.path, dst, false, func(tmp *os.File) error { return db.Backup(ctx, tmp) })
}

// Backup writes a copy: a store file that [Open] can open.
func (db *DB) Backup(ctx context.Context, w io.Writer) error {
	return db.entries.ViewTx(ctx, func(tx *bbolt.Tx) error {
		return copyPages(ctx, tx, w, func() error { return db.entries.CheckOpen(ctx) })
	})
}

func makeBackup(ctx context.Context, path, dst string, replace bool, write func(tmp *os.File) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := checkTarget(path, dst, replace); err != nil {
		return err
	}
	return explainFull(dst, writeFile(dst, replace, func(tmp *os.File) error {
		if err := write(tmp); err != nil {
			return err
		}
		_, err := checkPages(ctx, tmp.Name(), fileWait)
		return explainDamage(path, err)
	}))
}

func checkTarget(path, dst string, replace bool) error {
	target, err := os.Stat(dst)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Dir(dst)); err != nil {
			return fmt.Errorf("no folder for the backup: %w", err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case isAt(path, target):
		return fmt.Errorf("%s is the store itself: give the backup another name", dst)
	case !target.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file: give the backup another name", dst)
	case !replace:
		return fmt.Errorf("%s: %w: give the backup another name", dst, fs.ErrExist)
	}
	return nil
}

// copyStore copies the pages of the store at path, which may be damaged.
func copyStore(ctx context.Context, path string, w io.Writer) error {
	if isServed(ctx, path) {
		return askForCopy(ctx, path, w)
	}
	b, _, err := openFile(path, fileWait, true)
	if err != nil {
		return explainOpen(path, err)
	}
	defer b.Close()
	return explainDamage(path, boltdb.Guard(func() error {
		return b.View(func(tx *bbolt.Tx) error { return copyPages(ctx, tx, w, ctx.Err) })
	}))
}

func copyPages(ctx context.Context, tx *bbolt.Tx, w io.Writer, stopped func() error) error {
	s := &stoppableWriter{w: w, stopped: stopped}
	s.copying = progress.Begin(ctx, "copying the file", progress.Count(tx.Size()))
	if _, err := tx.WriteTo(s); err != nil {
		return cmp.Or(s.err, err) // bbolt keeps only the text of a write error
	}
	return nil
}

// stoppableWriter fails once stopped returns an error. So Close does not wait for a slow reader.
type stoppableWriter struct {
	w       io.Writer
	stopped func() error
	err     error
	copying *progress.Part
}

func (s *stoppableWriter) Write(b []byte) (n int, err error) {
	s.err = s.stopped()
	if s.err == nil {
		n, s.err = s.w.Write(b)
	}
	s.copying.Add(int64(n))
	return n, s.err
}
