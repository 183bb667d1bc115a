package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"amytis/store"
	"amytis/store/core"
)

// Restore makes the store at path a copy of a backup, with a [store.RestoredNote]. First it checks
// the copy and replays its games. If anything is wrong, the store at path stays. That one may be
// damaged or missing, but if a program has it open, the error is [ErrLocked].
//
// The store that was at path stays beside it. before is its new path, "" if there was none.
func Restore(ctx context.Context, backup, path string, o Options) (before string, err error) {
	o = o.withDefaults()
	now, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return "", explainOpen(path, err)
		}
	case err != nil:
		return "", explainOpen(path, err)
	case !now.Mode().IsRegular():
		return "", fmt.Errorf("%s: %w", path, irregularError(now.Mode()))
	case isAt(backup, now):
		return "", fmt.Errorf("%s is the store itself: name a backup of it", backup)
	case isServed(ctx, path):
		return "", explainOpen(path, ErrLocked)
	default:
		// No program can write to what is open for reading. A damaged file is in nobody's use.
		open, _, err := openFile(path, o.LockWait, true)
		if err := explainOpen(path, err); errors.Is(err, ErrLocked) {
			return "", err
		}
		if err == nil && runtime.GOOS == "windows" { // an open file cannot get another name there
			_ = open.Close()
		} else if err == nil {
			defer open.Close()
		}
	}
	err = writeFile(path, true, func(tmp *os.File) error {
		if err := prepareCopy(ctx, backup, tmp, o); err != nil {
			return err
		}
		if now == nil {
			return nil
		}
		if err := giveTo(tmp.Name(), now); err != nil {
			return fmt.Errorf("the copy cannot belong to the owner of %s: %w", path, err)
		}
		before, err = keepBeside(path, o.Now())
		return err
	})
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil && before != "" && isAt(path, now) {
		_ = os.Remove(before) // the store is still at path
	}
	return before, explainFull(path, err)
}

func prepareCopy(ctx context.Context, backup string, tmp *os.File, o Options) error {
	if err := copyStore(ctx, backup, tmp); err != nil {
		return explainUnfit(backup, err)
	}
	var found []string
	err := viewFile(ctx, tmp.Name(), backup, core.Options{Replay: o.Replay}, func(s *core.Store) (err error) {
		found, err = s.Check(ctx)
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil && len(found) > 0 {
		err = damagedError("%s (the first of %d faults)", found[0], len(found))
	}
	if err != nil {
		return explainUnfit(backup, err)
	}
	db, err := Open(tmp.Name(), o)
	if err != nil {
		return err
	}
	return errors.Join(db.SetNote(ctx, store.RestoredNote, o.Now().UTC().Format(time.RFC3339)), db.Close())
}

// explainUnfit leaves out the advice of explainOpen, which would be to restore a backup.
func explainUnfit(backup string, err error) error {
	if explained, failed := errors.AsType[*store.Advice](err); failed {
		return explained.Err
	}
	return fmt.Errorf("%s: %w", backup, err)
}

// keepBeside gives the store at path a second name beside it.
func keepBeside(path string, now time.Time) (before string, err error) {
	first := path + ".before-restore-" + now.UTC().Format("20060102-150405")
	before = first
	for n := 2; exists(before); n++ {
		before = fmt.Sprintf("%s-%d", first, n)
	}
	if os.Link(path, before) == nil {
		return before, nil
	}
	// The file system has no links. If the program is killed now, the store has only its new name.
	return before, os.Rename(path, before)
}

func isAt(path string, file os.FileInfo) bool {
	found, err := os.Stat(path)
	return err == nil && os.SameFile(found, file)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
