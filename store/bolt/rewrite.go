package bolt

import (
	"bytes"
	"encoding/json"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// rewrittenTable is a table with a new log, prepared before the transaction that stores it, so that
// other writers need not wait.
type rewrittenTable struct {
	id   table.ID
	last table.Version
	// before and after are the checksums of the log. events are those that change.
	before, after uint64
	events        map[table.Version][]byte
}

// rewriteLog calls change for an event's new text, nil if it stays.
func rewriteLog(
	tx *bbolt.Tx, id table.ID, r *record, change func(version table.Version, text []byte) ([]byte, error),
) (*rewrittenTable, error) {
	t := &rewrittenTable{id: id, last: r.version, before: r.chain, events: map[table.Version][]byte{}}
	return t, eachEvent(tx, id, r, func(version table.Version, is []byte) error {
		text, err := change(version, is)
		if text == nil {
			text = is
		} else {
			t.events[version] = text
		}
		t.after = chain(t.after, text)
		return err
	})
}

// isOf reports whether a record's log is still the one that was read.
func (t *rewrittenTable) isOf(r *record) bool { return r.version == t.last && r.chain == t.before }

func (tx *writeTx) rewrite(t *rewrittenTable, r record, h store.Header) (err error) {
	for version, text := range t.events {
		if err := tx.tables.Put(logKey(t.id, version), text); err != nil {
			return err
		}
	}
	r.chain = t.after
	if r.rest, err = encodeRest(h); err != nil {
		return err
	}
	return tx.tables.Put(headKey(t.id), r.encode())
}

// changeMessages calls change with every message, which may change it, and removes it unless keep.
func (tx *writeTx) changeMessages(change func(m *store.Entry) (keep bool, err error)) error {
	changed := map[uint64][]byte{} // a bucket must not change while ForEach reads it
	err := tx.outbox.ForEach(func(k, v []byte) error {
		m, err := decodeMessage(number(k, 0), v)
		if err != nil {
			return err
		}
		var is []byte
		keep, err := change(&m)
		if err == nil && keep {
			is, err = json.Marshal(&m)
		}
		if !bytes.Equal(is, v) {
			changed[m.Seq] = is
		}
		return err
	})
	if err != nil {
		return err
	}
	for seq, v := range changed {
		if v == nil {
			tx.settled = append(tx.settled, seq)
			err = tx.outbox.Delete(key(seq))
		} else {
			err = tx.outbox.Put(key(seq), v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
