package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	bbolterrors "go.etcd.io/bbolt/errors"

	"amytis/store"
	"amytis/store/entries/boltdb"
)

// The messages around these errors say what to do.
var (
	ErrLocked = errors.New("the store is in use by another process")
	ErrFull   = boltdb.ErrFull
)

// explainOpen says why the file cannot be opened, and what to do.
func explainOpen(path string, err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.As(err, new(*store.Advice)):
		return err
	case errors.Is(err, bbolterrors.ErrTimeout), errors.Is(err, ErrLocked):
		return fmt.Errorf("%s: %w, most likely another amytis: stop that one first (find it with: fuser %[1]s)", path, ErrLocked)
	case errors.Is(err, store.ErrDamaged):
		return &store.Advice{Err: fmt.Errorf("%s: %w", path, err), Fix: fmt.Sprintf("restore the last good backup "+
			"(amytis store restore --db %s BACKUP), which keeps the damaged file under another name", path)}
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: no permission: the file and its folder must belong to the user who runs amytis: %w", path, err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ELOOP):
		if to, failed := os.Readlink(path); failed == nil {
			return fmt.Errorf("%s: it is a link to %s, which is missing: mount its disk or put the file back there: %w", path, to, err)
		}
		if _, missing := os.Stat(filepath.Dir(path)); missing != nil {
			return fmt.Errorf("%s: not found: create the folder %s or set another path: %w", path, filepath.Dir(path), err)
		}
		return fmt.Errorf("%s: there is no such file: set the path of the store: %w", path, err)
	case boltdb.IsFull(err):
		return explainFull(path, err)
	}
	return &store.Advice{Err: fmt.Errorf("%s: %w", path, err)}
}

func explainDamage(path string, err error) error {
	if errors.Is(err, store.ErrDamaged) {
		return explainOpen(path, err)
	}
	return err
}

// explainFull is explainOpen for a full disk only.
func explainFull(path string, err error) error {
	if err == nil || !boltdb.IsFull(err) {
		return err
	}
	return fmt.Errorf("%s: %w: free some space on the disk: %v", path, ErrFull, err)
}
