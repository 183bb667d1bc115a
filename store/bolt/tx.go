package bolt

import (
	"bytes"
	"time"

	"go.etcd.io/bbolt"
)

// seenFor is how long an interaction is remembered. [store.Commit] asks for at least an hour.
const seenFor = 65 * time.Minute

// writeTx is the writer's transaction: the buckets, and what the changes leave to do at its end.
type writeTx struct {
	meta, tables, open, players, seen, outbox, results, rows, settings, preferences, reviews, notes bucket

	tx     *bbolt.Tx
	change *summer
	// announced are the entries added to the outbox, and settled those removed.
	announced []entry
	settled   []uint64
	// removed says that something was removed that the file must not keep, erased that the writer
	// must overwrite it now.
	removed, erased bool
	remembered      int
	now             time.Time
}

func newWriteTx(tx *bbolt.Tx, now time.Time) *writeTx {
	w := &writeTx{tx: tx, change: &summer{}, now: now}
	w.meta, w.tables, w.open = w.bucket(metaBucket), w.bucket(tablesBucket), w.bucket(openBucket)
	w.players, w.seen, w.outbox = w.bucket(playersBucket), w.bucket(seenBucket), w.bucket(outboxBucket)
	w.results, w.rows, w.settings = w.bucket(resultsBucket), w.bucket(rowsBucket), w.bucket(settingsBucket)
	w.preferences, w.reviews, w.notes = w.bucket(preferencesBucket), w.bucket(reviewsBucket), w.bucket(notesBucket)
	return w
}

func (tx *writeTx) bucket(name []byte) bucket { return bucket{tx.tx.Bucket(name), name, tx.change} }

// noteRemains sets removed.
func (tx *writeTx) noteRemains() error {
	tx.removed = true
	return tx.meta.Put(remainsKey, noValue)
}

// seal updates the checksum, as the last change of the transaction.
func (tx *writeTx) seal() error {
	s, err := decodeSeal(tx.meta.Get(sumKey))
	if err != nil {
		return err
	}
	s.sum.add(tx.change.digest)
	return writeSeal(tx.tx, s)
}

// bucket is a bucket whose changes update the checksum.
type bucket struct {
	*bbolt.Bucket
	name   []byte
	change *summer
}

// Add puts an entry with a new key, without looking for an old value.
func (b bucket) Add(k, v []byte) error {
	b.change.put(b.name, k, v)
	return b.Bucket.Put(k, v)
}

func (b bucket) Put(k, v []byte) error {
	if old := b.Get(k); old != nil {
		b.change.drop(b.name, k, old)
	}
	return b.Add(k, v)
}

func (b bucket) Delete(k []byte) error {
	if old := b.Get(k); old != nil {
		b.change.drop(b.name, k, old)
	}
	return b.Bucket.Delete(k)
}

// deleteFrom removes the entries from a key on, up to the first that does not fit.
func (b bucket) deleteFrom(first []byte, fits func(k, v []byte) bool) error {
	var keys [][]byte
	c := b.Cursor()
	for k, v := c.Seek(first); k != nil && fits(k, v); k, v = c.Next() {
		keys = append(keys, bytes.Clone(k))
	}
	for _, k := range keys { // deleting through the cursor would skip entries
		if err := b.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

func (b bucket) NextSequence() (uint64, error) {
	b.change.dropSequence(b.name, b.Sequence())
	n, err := b.Bucket.NextSequence()
	b.change.putSequence(b.name, n)
	return n, err
}

func (b bucket) SetSequence(n uint64) error {
	b.change.dropSequence(b.name, b.Sequence())
	b.change.putSequence(b.name, n)
	return b.Bucket.SetSequence(n)
}

// prune deletes old interactions, at most twice as many as the transaction added. So the bucket
// shrinks, and no single transaction pays for all of it.
//
// They are in the order of their snowflakes, by creation. A low one that was committed late delays
// those behind it, for at most seenFor.
func (tx *writeTx) prune() error {
	if tx.remembered == 0 {
		return nil
	}
	before := timeKey(tx.now.Add(-seenFor).UnixMilli())
	n := 0
	return tx.seen.deleteFrom(nil, func(_, v []byte) bool {
		n++
		return number(v, 0) < before && n <= 2*tx.remembered
	})
}
