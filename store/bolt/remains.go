package bolt

import (
	"bytes"
	"context"
	"time"

	"go.etcd.io/bbolt"

	"amytis/store/core"
	"amytis/store/entries"
	"amytis/store/entries/boltdb"
)

// wipeAfter is how long the free pages of an open file hold what was erased.
const wipeAfter = 12 * time.Hour

// Wipe overwrites the free pages of the file, if they have held what was erased for longer than a
// time. Nothing else is written meanwhile.
func (db *DB) Wipe(ctx context.Context, after time.Duration) error {
	since, err := db.readRemains(ctx)
	if err != nil || since.IsZero() || db.options.Now().Sub(since) < after {
		return err
	}
	return db.entries.UpdateUnread(ctx, func(tx *bbolt.Tx) error {
		info, err := db.file.Stat()
		if err != nil {
			return err
		}
		size := int64(tx.DB().Info().PageSize)
		zeros, is := make([]byte, size), make([]byte, size)
		for number := range info.Size() / size {
			page, err := tx.Page(int(number))
			if err != nil {
				return err
			}
			if page != nil && page.Type != "free" { // nil is beyond the pages that are used
				continue
			}
			if _, err := db.file.ReadAt(is, number*size); err != nil {
				return err
			}
			if bytes.Equal(is, zeros) {
				continue
			}
			if _, err := db.file.WriteAt(zeros, number*size); err != nil {
				return err
			}
		}
		return boltdb.Remove(tx, core.Remains.Space, core.Remains.From)
	})
}

// readRemains returns since when the file has remains, the zero time if it has none.
func (db *DB) readRemains(ctx context.Context) (since time.Time, err error) {
	return since, db.entries.View(ctx, func(r entries.Reader) error {
		return r.Scan(core.Remains, func(_, v []byte) (bool, error) {
			since, _ = time.Parse(time.RFC3339, string(v[:min(len(v), len("2006-01-02T15:04:05Z"))]))
			since = since.Add(1) // for ever, if it is unreadable
			return false, nil
		})
	})
}

func (db *DB) wipeDaily() {
	for {
		select {
		case <-db.open.Done():
			return
		case <-time.After(time.Hour):
			_ = db.Wipe(context.Background(), wipeAfter) // the next hour tries again
		}
	}
}
