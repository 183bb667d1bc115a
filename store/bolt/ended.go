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

// EachEnded calls each with every ended table that match accepts, in the order of their IDs. It
// works whether or not a program has the store open: it reads a running program's store from a
// temporary copy beside it. It holds one table in memory.
//
// A table that cannot be read goes to damaged, and the others follow. The error is that of each or
// of ctx. It is [ErrCorrupt] if the file is too damaged to read any table, and also, after all
// tables, if the store does not match its checksum.
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
	r := endedReader{ctx: ctx, match: match, each: each, damaged: damaged}
	viewed, err := c.view(from, r.read)
	faults := c.asError()
	switch {
	case err != nil:
		return explainDamage(path, err)
	case faults != nil && viewed:
		return fmt.Errorf("%s: %w: amytis store check lists the faults", path, faults)
	}
	return explainOpen(path, faults)
}

// endedReader holds the parameters of [EachEnded].
type endedReader struct {
	ctx     context.Context
	match   func(store.Header) bool
	each    func(id table.ID, log []table.Event) error
	damaged func(id table.ID, err error)
}

func (r *endedReader) read(tx *bbolt.Tx) error {
	if err := checkCurrent(tx); err != nil {
		return err
	}
	exporting := progress.Begin(r.ctx, "exporting", func() int64 { return entriesIn(tx, channelsBucket) })
	tables := tx.Bucket(tablesBucket).Cursor()
	for k, _ := tables.First(); k != nil; {
		exporting.Add(1)
		if err := r.ctx.Err(); err != nil {
			return err
		}
		id := table.ID(number(k, 0))
		if err := r.table(tx, id); err != nil {
			return err
		}
		if k, _ = tables.Seek(headKey(id)); bytes.Equal(k, headKey(id)) {
			k, _ = tables.Next()
		}
	}
	return nil
}

// table calls each or damaged for a table, neither if it is not asked for.
func (r *endedReader) table(tx *bbolt.Tx, id table.ID) error {
	rec, err := readRecord(tx, id)
	var h store.Header
	if err == nil {
		h, err = rec.header(id)
	}
	if err == nil && (h.Status != store.Ended || !r.match(h)) {
		return nil
	}
	var log []table.Event
	if err == nil {
		log, err = readLog(tx, id, &rec)
	}
	if err != nil {
		r.damaged(id, err)
		return nil
	}
	return r.each(id, log)
}
