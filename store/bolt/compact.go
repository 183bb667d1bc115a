package bolt

import (
	"context"
	"errors"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"amytis/store/core"
	"amytis/store/entries/boltdb"
)

const (
	// compactAfter is how long the free pages of an open file hold what was erased.
	compactAfter = 12 * time.Hour
	// compactPart is how many bytes of entries are copied in one transaction.
	compactPart = 4 << 20
)

// readRemains returns since when a file has remains, the zero time for never.
func readRemains(b *bbolt.DB) (since time.Time, err error) {
	err = b.View(func(tx *bbolt.Tx) error {
		return boltdb.Reader{Tx: tx}.Scan(core.Remains, func(_, v []byte) (bool, error) {
			since, _ = time.Parse(time.RFC3339, string(v[:min(len(v), len("2006-01-02T15:04:05Z"))]))
			since = since.Add(1) // for ever, if it is unreadable
			return false, nil
		})
	})
	return since, err
}

// Compact replaces the open file by one without remains, if it has some for longer than a time.
// Nothing is written meanwhile.
func (db *DB) Compact(ctx context.Context, after time.Duration) error {
	return db.entries.Swap(ctx, func(b *bbolt.DB) (*bbolt.DB, error) {
		since, err := readRemains(b)
		if err != nil || since.IsZero() || db.options.Now().Sub(since) < after {
			return nil, err
		}
		to, file, err := compact(db.path, b, db.options.LockWait)
		if err == nil {
			db.file.Store(file)
		}
		return to, err
	})
}

// compact copies the open file at path without its free pages, and puts the copy in its place. It
// returns the open copy, with the file that bbolt has opened.
func compact(path string, b *bbolt.DB, wait time.Duration) (to *bbolt.DB, file *os.File, err error) {
	now, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	err = writeFile(path, true, func(tmp *os.File) error {
		plain, err := bbolt.Open(tmp.Name(), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType, NoSync: true})
		if err != nil {
			return err
		}
		err = errors.Join(boltdb.Guard(func() error { return bbolt.Compact(plain, b, compactPart) }),
			plain.Update(func(tx *bbolt.Tx) error {
				return boltdb.Remove(tx, core.Remains.Space, core.Remains.From)
			}),
			plain.Close(), giveTo(tmp.Name(), now))
		if err != nil {
			return err
		}
		// The lock of the copy is taken before anybody can find it.
		to, file, err = openFile(tmp.Name(), wait, false)
		return err
	})
	if err != nil && to != nil {
		err = errors.Join(err, to.Close())
	}
	return to, file, explainFull(path, err)
}

// compactDaily replaces the open file within a day after an erasure.
func (db *DB) compactDaily() {
	for {
		select {
		case <-db.entries.Closing():
			return
		case <-time.After(time.Hour):
			_ = db.Compact(context.Background(), compactAfter) // the next hour tries again
		}
	}
}
