package bolt

import (
	"bytes"
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/progress"
)

// EachEnded calls each with every ended table that match accepts, by ID. It works whether or not a
// program has the store open: then it reads a temporary copy. It holds one table in memory.
//
// A table that cannot be read goes to damaged, and the others follow. The error comes from each or
// ctx. It is [ErrCorrupt] if no table can be read, and also, after all tables, if the store does
// not match its checksum.
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
	viewed, err := c.view(from, func(tx *bbolt.Tx) error { return readEnded(ctx, tx, match, each, damaged) })
	faults := c.Err(ErrCorrupt)
	switch {
	case err != nil:
		return explainDamage(path, err)
	case faults != nil && viewed:
		return fmt.Errorf("%s: %w: amytis store check lists the faults", path, faults)
	}
	return explainOpen(path, faults)
}

func readEnded(
	ctx context.Context, tx *bbolt.Tx, match func(store.Header) bool,
	each func(id table.ID, log []table.Event) error, damaged func(id table.ID, err error),
) error {
	if err := checkCurrent(tx); err != nil {
		return err
	}
	exporting := progress.Begin(ctx, "exporting", func() int64 { return entriesIn(tx, channelsBucket) })
	tables := tx.Bucket(tablesBucket).Cursor()
	for k, _ := tables.First(); k != nil; {
		exporting.Add(1)
		if err := ctx.Err(); err != nil {
			return err
		}
		id := table.ID(number(k, 0))
		if k, _ = tables.Seek(headKey(id)); bytes.Equal(k, headKey(id)) {
			k, _ = tables.Next()
		}
		r, h, err := readHead(tx, id)
		if err == nil && (h.Status != store.Ended || !match(h)) {
			continue
		}
		var log []table.Event
		if err == nil {
			log, err = readLog(tx, id, &r)
		}
		if err != nil {
			damaged(id, err)
			continue
		}
		if err := each(id, log); err != nil {
			return err
		}
	}
	return nil
}
