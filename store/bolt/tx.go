package bolt

import (
	"bytes"
	"time"

	"go.etcd.io/bbolt"
)

// seenFor is how long an interaction is remembered from its commit; the
// contract asks for an hour.
const seenFor = 65 * time.Minute

// writeTx is the writer's transaction: bbolt's with its buckets at hand, and
// what the changes leave for its end.
type writeTx struct {
	tables, open, rooms, players, due, seen, outbox, results, rows, settings, preferences, notes *bbolt.Bucket

	// announced: the outbox has grown.
	announced bool
	// remembered counts the interactions added.
	remembered int
	// now is the time of the transaction.
	now time.Time
}

func newWriteTx(tx *bbolt.Tx, now time.Time) *writeTx {
	return &writeTx{
		now:         now,
		tables:      tx.Bucket(tablesBucket),
		open:        tx.Bucket(openBucket),
		rooms:       tx.Bucket(roomsBucket),
		players:     tx.Bucket(playersBucket),
		due:         tx.Bucket(dueBucket),
		seen:        tx.Bucket(seenBucket),
		outbox:      tx.Bucket(outboxBucket),
		results:     tx.Bucket(resultsBucket),
		rows:        tx.Bucket(rowsBucket),
		settings:    tx.Bucket(settingsBucket),
		preferences: tx.Bucket(preferencesBucket),
		notes:       tx.Bucket(notesBucket),
	}
}

// prune forgets interactions that are old enough: twice as many as came, so
// that the bucket shrinks to what it must hold without one transaction paying
// for all. They lie in the order of their snowflakes, that is of their time; one
// with a low number that came late holds the others up for an hour, no longer.
func (tx *writeTx) prune() error {
	if tx.remembered == 0 {
		return nil
	}
	before := timeKey(tx.now.Add(-seenFor).UnixMilli())
	var old [][]byte
	c := tx.seen.Cursor()
	for k, v := c.First(); k != nil && number(v, 0) < before && len(old) < 2*tx.remembered; k, v = c.Next() {
		old = append(old, bytes.Clone(k))
	}
	// Not by the cursor: deleting under one skips entries.
	for _, k := range old {
		if err := tx.seen.Delete(k); err != nil {
			return err
		}
	}
	return nil
}
