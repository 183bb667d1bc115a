package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"amytis/store"
)

const (
	// queueSize bounds who waits in the queue; more wait before it.
	queueSize = 1024
	// batchSize bounds a transaction, and so how long the last in it waits.
	batchSize = 512
)

// change is something to be written. check comes first and has written nothing
// when it refuses; so of many changes in one transaction any may be refused
// while the others go through.
type change interface {
	check(tx *writeTx) error
	apply(tx *writeTx) error
}

// request is a change on its way through the queue.
type request struct {
	change change
	taken  atomic.Bool // by the writer, or by the sender who gives up
	done   chan error
}

// submit hands a change to the writer and waits for what comes of it. A context
// that ends takes the change back as long as the writer has not taken it; from
// then on the outcome is a matter of milliseconds, and worth the wait.
func (db *DB) submit(ctx context.Context, c change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{change: c, done: make(chan error, 1)}
	if err := db.enqueue(ctx, r); err != nil {
		return err
	}
	select {
	case err := <-r.done:
		return db.damaged(err)
	case <-ctx.Done():
		if r.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return db.damaged(<-r.done)
	}
}

func (db *DB) enqueue(ctx context.Context, r *request) error {
	// The lock keeps Close from closing the queue under a sender.
	db.senders.RLock()
	defer db.senders.RUnlock()
	select {
	case <-db.closing:
		return store.ErrClosed
	default:
	}
	select {
	case db.queue <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-db.closing:
		return store.ErrClosed
	}
}

// write is the writer: it ends when the queue is closed and empty.
func (db *DB) write() {
	defer close(db.written)
	var batch []*request
	for first := range db.queue {
		batch = db.gather(batch[:0], first)
		db.commit(batch)
		clear(batch)
	}
}

// gather takes all that wait. Those just answered are about to come back with
// their next change; yielding to them a few times, rather than waiting for a
// time, fills the transaction without making a lone one wait.
func (db *DB) gather(batch []*request, first *request) []*request {
	take := func(r *request) {
		if r.taken.CompareAndSwap(false, true) {
			batch = append(batch, r)
		}
	}
	take(first)
	for quiet := 0; quiet < 3 && len(batch) < batchSize; quiet++ {
		for more := true; more && len(batch) < batchSize; {
			select {
			case r, ok := <-db.queue:
				if more = ok; ok {
					take(r)
					quiet = -1
				}
			default:
				more = false
			}
		}
		runtime.Gosched()
	}
	return batch
}

// commit writes the batch in one transaction and answers all of it.
func (db *DB) commit(batch []*request) {
	for len(batch) > 0 {
		answers := make([]error, len(batch))
		failed := -1
		wrote := false
		notify := false
		err := db.update(func(tx *writeTx) error {
			for i, r := range batch {
				if answers[i] = r.change.check(tx); answers[i] != nil {
					continue
				}
				if err := r.change.apply(tx); err != nil {
					failed = i
					return err
				}
				wrote = true
			}
			if !wrote {
				return errNothing
			}
			notify = tx.announced
			return tx.prune()
		})
		if failed >= 0 && !errors.Is(err, ErrCorrupt) {
			// Nobody else is to suffer from a change that breaks midway.
			batch[failed].done <- err
			batch = append(batch[:failed], batch[failed+1:]...)
			continue
		}
		for i, r := range batch {
			if err != nil && err != errNothing {
				// Even to those refused: they were by comparison with what is
				// not there now.
				answers[i] = err
			}
			r.done <- answers[i]
		}
		if err == nil && notify {
			select {
			case db.notify <- struct{}{}:
			default:
			}
		}
		return
	}
}

// errNothing ends a transaction in which nothing was accepted: no flush for it.
var errNothing = errors.New("nothing to write")

// update runs fn in a transaction that is on the disk when update returns nil,
// and has left nothing when it returns an error. It is called by the writer
// alone, and by Open before there is one.
func (db *DB) update(fn func(tx *writeTx) error) error {
	if db.broken != nil {
		return db.broken
	}
	var id int
	err := guard(func() error {
		tx, err := db.begin(true)
		if err != nil {
			return err
		}
		// Does nothing once the transaction has ended. Not bbolt's Update:
		// that reads the list of free pages again after a panic, which in a
		// damaged file panics again and leaves the lock taken.
		defer tx.Rollback()
		if err := fn(newWriteTx(tx, db.now())); err != nil {
			return err
		}
		id = tx.ID()
		return tx.Commit()
	})
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrCorrupt):
		db.broken = err
		return err
	case id != 0:
		return db.explainCommit(id, err)
	}
	return err
}

// explainCommit tells what is left of a transaction that failed as it was
// written. No room, and it is undone. If the disk failed on the last page, that
// page may be there or not, and only reading the disk anew can tell: nothing
// is written from then on.
func (db *DB) explainCommit(id int, err error) error {
	visible := 0
	viewErr := guard(func() error {
		return db.bolt.View(func(tx *bbolt.Tx) error {
			visible = tx.ID()
			return nil
		})
	})
	if viewErr == nil && visible < id && isFull(err) {
		return fmt.Errorf("%s: %w: nothing was written; free some space on the disk and try again: %v", db.path, ErrFull, err)
	}
	db.broken = fmt.Errorf("%s: the disk failed: check it, and start amytis anew: %w", db.path, err)
	return db.broken
}
