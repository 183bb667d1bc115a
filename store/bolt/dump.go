package bolt

import (
	"context"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/progress"
)

var _ store.Movable = (*DB)(nil)

func (db *DB) Dump(ctx context.Context, each func(store.Record) error) error {
	return db.view(ctx, func(tx *bbolt.Tx) error {
		return (&dumper{ctx: ctx, stopped: func() error { return db.usable(ctx) }, tx: tx, each: each}).run()
	})
}

// DumpFile dumps the store at path. It does not change the file, not even to update its schema. The
// error is [ErrLocked] if a program has the store open.
func DumpFile(ctx context.Context, path string, each func(store.Record) error) error {
	return viewSound(ctx, path, func(tx *bbolt.Tx) error {
		if err := checkCurrent(tx); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return (&dumper{ctx: ctx, stopped: ctx.Err, tx: tx, each: each}).run()
	})
}

type dumper struct {
	ctx     context.Context
	stopped func() error // says that the context has ended, or that the store closes
	tx      *bbolt.Tx
	each    func(store.Record) error
	copying *progress.Part
}

func (d *dumper) run() error {
	d.copying = progress.Begin(d.ctx, "copying", func() int64 {
		return entriesIn(d.tx, tablesBucket, reviewsBucket, resultsBucket, seenBucket, outboxBucket, settingsBucket,
			preferencesBucket, notesBucket)
	})
	for _, part := range []func() error{
		d.tables, d.events,
		d.entries(reviewsBucket, func(k, v []byte) error {
			return d.record(store.ReviewRecord, number(k, 0), 0, "", json.RawMessage(v))
		}),
		d.results,
		d.entries(seenBucket, func(k, v []byte) error {
			return d.record(store.InteractionRecord, number(k, 0), 0, "", keyTime(number(v, 0)))
		}),
		d.entries(outboxBucket, func(k, v []byte) error {
			return d.typed(store.MessageRecord, number(k, 0), 0, v, &store.Entry{})
		}),
		d.counters,
		d.entries(settingsBucket, func(k, v []byte) error {
			return d.typed(store.SettingsRecord, number(k, 0), 0, v, &store.Settings{})
		}),
		d.entries(preferencesBucket, func(k, v []byte) error {
			return d.typed(store.PreferencesRecord, number(k, 0), 0, v, &store.Preferences{})
		}),
		d.entries(notesBucket, func(k, v []byte) error { return d.record(store.NoteRecord, 0, 0, string(k), string(v)) }),
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (d *dumper) entries(bucket []byte, each func(k, v []byte) error) func() error {
	return func() error { return d.tx.Bucket(bucket).ForEach(each) }
}

func (d *dumper) record(kind store.RecordKind, id, number uint64, name string, value any) error {
	if err := d.stopped(); err != nil {
		return err
	}
	r, err := store.NewRecord(kind, id, number, name, value)
	if err != nil {
		return err
	}
	d.copying.Add(1)
	return d.each(r)
}

// typed calls each with a record whose value is decoded into v first. So its form does not depend
// on the version of the program that has encoded it.
func (d *dumper) typed(kind store.RecordKind, id, number uint64, encoded []byte, v any) error {
	if err := decodeWhole(kind, id, encoded, v); err != nil {
		return err
	}
	return d.record(kind, id, number, "", v)
}

// decodeWhole refuses fields that this program does not know.
func decodeWhole(kind store.RecordKind, id uint64, encoded []byte, v any) error {
	r := store.Record{Kind: kind, ID: id, Value: encoded}
	if err := json.Unmarshal(encoded, v); err != nil {
		return fmt.Errorf("%w: %s: %v", ErrCorrupt, r, err)
	}
	return r.Read(v)
}

func (d *dumper) tables() error {
	return eachHead(d.tx, 0, func(id table.ID, r *record) (more bool, err error) {
		var h store.Header
		if err := decodeWhole(store.TableRecord, uint64(id), r.rest, &h); err != nil {
			return false, err
		}
		h.Version, h.Announced, h.LastMessage = r.version, r.announced, r.last
		return true, d.record(store.TableRecord, uint64(id), 0, "", store.TableState{Header: h, Deadline: r.deadline})
	})
}

func (d *dumper) events() error {
	return eachHead(d.tx, 0, func(id table.ID, r *record) (more bool, err error) {
		return true, eachEvent(d.tx, id, r, func(v table.Version, text []byte) error {
			return d.record(store.EventRecord, uint64(id), uint64(v), "", json.RawMessage(text))
		})
	})
}

func (d *dumper) results() error {
	guild, place := uint64(0), uint64(0)
	return d.tx.Bucket(resultsBucket).ForEach(func(k, v []byte) error {
		if place++; number(k, 0) != guild {
			guild, place = number(k, 0), 1
		}
		return d.typed(store.ResultRecord, guild, place, v, &store.Result{})
	})
}

func (d *dumper) counters() error {
	last := d.tx.Bucket(outboxBucket).Sequence()
	if last == 0 {
		return nil
	}
	return d.record(store.CounterRecord, 0, 0, store.SeqCounter, last)
}
