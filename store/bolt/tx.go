package bolt

import (
	"bytes"
	"time"

	"go.etcd.io/bbolt"
)

// seenFor is how long an interaction is remembered after its commit. [store.Commit] asks for at
// least an hour.
const seenFor = 65 * time.Minute

// writeTx is the writer's transaction: the buckets, and what the changes leave to do at its end.
type writeTx struct {
	tables, open, channels, players, due, seen, outbox, results, rows, settings, preferences, notes *bbolt.Bucket

	// announced says that the outbox has grown.
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
		channels:    tx.Bucket(channelsBucket),
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

// prune deletes old interactions, at most twice as many as this transaction added. So the bucket
// shrinks to what it must hold, and no single transaction pays for all of it.
//
// Interactions are in the order of their snowflakes, that is by creation time. One with a low
// number that was committed late delays those behind it, for at most seenFor.
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
	// Deleting through the cursor would skip entries.
	for _, k := range old {
		if err := tx.seen.Delete(k); err != nil {
			return err
		}
	}
	return nil
}
