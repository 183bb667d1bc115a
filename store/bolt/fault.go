package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"amytis/store"
)

// What can be wrong with a file; the messages around them say what to do.
var (
	// ErrLocked: another process has the file open.
	ErrLocked = errors.New("the store is in use by another process")
	// ErrCorrupt: the file is damaged, or not a store at all.
	ErrCorrupt = errors.New("the store is damaged")
	// ErrNewer: a later program has written the file.
	ErrNewer = errors.New("the store was written by a newer program")
	// ErrFull: there is no room for what was to be written.
	ErrFull = errors.New("no room for the store to grow")
)

// guard runs fn and turns a panic into ErrCorrupt. bbolt panics when a page is
// not what it must be, and a page number out of the file is a memory fault,
// which without this would end the program.
func guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, p)
		}
	}()
	return fn()
}

// explainOpen says what kept the file from being opened and what to do.
func explainOpen(path string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bbolterrors.ErrTimeout):
		return fmt.Errorf("%s: %w, most likely another amytis: stop that one first (fuser %[1]s names it)", path, ErrLocked)
	case errors.Is(err, ErrCorrupt),
		errors.Is(err, bbolterrors.ErrInvalid), errors.Is(err, bbolterrors.ErrChecksum),
		errors.Is(err, bbolterrors.ErrVersionMismatch):
		if !errors.Is(err, ErrCorrupt) {
			err = fmt.Errorf("%w: %v", ErrCorrupt, err)
		}
		return fmt.Errorf("%s: %w: leave the file as it is, and put the last backup in its place", path, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: no permission: the file and its folder must belong to the user who runs amytis: %w", path, err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: not found: make the folder %s, or set another path: %w", path, filepath.Dir(path), err)
	case isFull(err):
		return fmt.Errorf("%s: %w: free some space on the disk: %v", path, ErrFull, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// isFull reports whether err says that the disk, the quota or the limit is
// reached. bbolt keeps only the text of some errors, so the text counts too.
func isFull(err error) bool {
	for _, full := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) || strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return errors.Is(err, bbolterrors.ErrMaxSizeReached)
}

// begin starts a transaction.
func (db *DB) begin(writable bool) (*bbolt.Tx, error) {
	tx, err := db.bolt.Begin(writable)
	if errors.Is(err, bbolterrors.ErrDatabaseNotOpen) {
		return nil, store.ErrClosed
	}
	return tx, err
}

// damaged names the file in an error that says that it is.
func (db *DB) damaged(err error) error {
	if !errors.Is(err, ErrCorrupt) {
		return err
	}
	return fmt.Errorf("%s: %w: stop amytis, run amytis store check, and put the last backup in its place", db.path, err)
}
