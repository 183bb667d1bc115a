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
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"amytis/store"
	"amytis/store/core"
	"amytis/store/entries/boltdb"
	"amytis/store/progress"
)

// Backup writes a copy: a store file that [Open] can open.
func (db *DB) Backup(ctx context.Context, w io.Writer) error {
	return db.entries.Bolt(ctx, func(tx *bbolt.Tx) error {
		return (&stoppableWriter{ctx: ctx, stopped: func() error { return db.entries.Usable(ctx) }, w: w}).copy(tx)
	})
}

// stoppableWriter fails once stopped returns an error: its context ends or the store closes.
// Without it, Close would wait for a slow reader of the copy.
type stoppableWriter struct {
	ctx     context.Context
	stopped func() error
	w       io.Writer
	err     error
	copying *progress.Part
}

func (s *stoppableWriter) Write(b []byte) (n int, err error) {
	if s.err = s.stopped(); s.err == nil {
		n, s.err = s.w.Write(b)
	}
	s.copying.Add(int64(n))
	return n, s.err
}

// copy writes everything that the transaction sees. bbolt keeps only the text of a write error, so
// the original one comes from s.err.
func (s *stoppableWriter) copy(tx *bbolt.Tx) error {
	s.copying = progress.Begin(s.ctx, "copying the file", progress.Count(tx.Size()))
	if _, err := tx.WriteTo(s); err != nil {
		return cmp.Or(s.err, err)
	}
	return nil
}

type BackupOption int

// Replace has [Backup] and [Create] replace an existing file.
const Replace BackupOption = 1

// fileWait limits the wait for a file that another process has open.
const fileWait = time.Second

// Backup copies the store at path to the file dst. It works whether or not a program has the store
// open; a running program answers through [DB.Serve].
//
// The copy is of a single moment. dst appears only when it is complete, checked and on the disk: a
// damaged store gives [ErrCorrupt] and no backup. If dst exists, the error is fs.ErrExist, unless
// [Replace] is given. The store itself is never replaced.
func Backup(ctx context.Context, path, dst string, options ...BackupOption) error {
	replace := slices.Contains(options, Replace)
	return backUp(ctx, path, dst, replace, func(tmp *os.File) error { return copyStore(ctx, path, tmp) })
}

// BackupTo is [Backup] of an open store to a file that does not exist yet.
func (db *DB) BackupTo(ctx context.Context, dst string) error {
	return backUp(ctx, db.path, dst, false, func(tmp *os.File) error { return db.Backup(ctx, tmp) })
}

func backUp(ctx context.Context, path, dst string, replace bool, write func(tmp *os.File) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := checkTarget(path, dst, replace); err != nil {
		return err
	}
	return explainCopy(dst, writeFile(dst, replace, func(tmp *os.File) error {
		if err := write(tmp); err != nil {
			return err
		}
		return damaged(path, checkPages(ctx, tmp.Name(), fileWait))
	}))
}

func explainCopy(dst string, err error) error {
	if err != nil && boltdb.IsFull(err) {
		return fmt.Errorf("%s: %w: choose a disk with more space: %v", dst, ErrFull, err)
	}
	return err
}

func checkTarget(path, dst string, replace bool) error {
	there, err := os.Lstat(dst)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Dir(dst)); err != nil {
			return fmt.Errorf("no folder for the backup: %w", err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if target, err := os.Stat(dst); err == nil {
		there = target
	}
	if source, err := os.Stat(path); err == nil && os.SameFile(source, there) {
		return fmt.Errorf("%s is the store itself: give the backup another name", dst)
	}
	switch {
	case !there.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file: give the backup another name", dst)
	case !replace:
		return fmt.Errorf("%s: %w: give the backup another name", dst, fs.ErrExist)
	}
	return nil
}

func copyStore(ctx context.Context, path string, w io.Writer) error {
	if conn := dial(ctx, path); conn != nil {
		return askBackup(ctx, conn, path, w)
	}
	return viewSound(ctx, path, func(tx *bbolt.Tx, _ *core.Store) error {
		return (&stoppableWriter{ctx: ctx, stopped: ctx.Err, w: w}).copy(tx)
	})
}

// sizeOf returns 0 for a file that cannot be read.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// CheckFile checks the store at path like [DB.Check], whether or not a program has it open. Being
// too damaged to open is a fault, not an error.
func CheckFile(ctx context.Context, path string, replay store.Replay) ([]string, error) {
	file, remove, err := snapshot(ctx, path)
	if err != nil {
		return nil, err
	}
	defer remove()
	faults, err := checkFile(ctx, file, replay)
	if file != path && err == nil {
		if s, err := Summarize(ctx, path); err == nil && s.Lost != "" {
			faults = append(faults, s.Lost)
		}
	}
	return faults, err
}

// snapshot returns a file with the store that no program writes. remove removes it if it is a copy.
func snapshot(ctx context.Context, path string) (file string, remove func(), err error) {
	conn := dial(ctx, path)
	if conn == nil {
		return path, func() {}, ctx.Err()
	}
	defer conn.Close()
	return copied(path, func(tmp *os.File) error { return askBackup(ctx, conn, path, tmp) })
}

func copied(path string, write func(tmp *os.File) error) (file string, remove func(), err error) {
	tmp, remove, err := createTemp(path)
	if err != nil {
		return "", nil, explainOpen(path, err)
	}
	if err := errors.Join(write(tmp), tmp.Close()); err != nil {
		remove()
		return "", nil, err
	}
	return tmp.Name(), remove, nil
}

// Check implements [store.Admin]. It checks a temporary copy, as large as the store: bbolt's own
// check tolerates no writer, and a long read would keep the store from reusing freed pages.
func (db *DB) Check(ctx context.Context) (faults []string, err error) {
	file, remove, err := copied(db.path, func(tmp *os.File) error { return db.Backup(ctx, tmp) })
	if err != nil {
		return nil, err
	}
	defer remove()
	return checkFile(ctx, file, db.options.Replay)
}
