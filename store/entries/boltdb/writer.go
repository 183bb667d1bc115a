package boltdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"amytis/store"
	"amytis/store/entries"
)

// ErrFull means that the disk has no space left. Nothing was written.
var ErrFull = errors.New("no space for the store to grow")

const (
	// queueSize limits the queue. Further senders wait to enter it.
	queueSize = 1024
	// batchSize limits a transaction, and so how long its last change waits.
	batchSize = 512
)

type request struct {
	changes []entries.Change
	// update, if not nil, has a transaction of its own.
	update  func(tx *bbolt.Tx) error
	claimed atomic.Bool // set by the writer, or by a sender who gives up
	done    chan error
}

// writer makes all changes, on the goroutine of writeAll. It commits everything that waits in one
// transaction. So many changes share the disk's flushes: 64 busy tables get some thirty times as
// many commits, and a lone commit waits for nothing.
type writer struct {
	*file
	queue   chan *request
	senders sync.RWMutex  // held for reading during a send to queue
	closed  sync.Once     // for Close
	closing chan struct{} // closed when the file begins to close
	written chan struct{} // closed when writeAll has ended
	broken  error         // once set, no change is written; used only by writeAll, and after it has ended
}

// close refuses new changes and waits until all accepted ones are written.
func (w *writer) close() {
	close(w.closing)
	w.senders.Lock() // until the senders have noticed
	close(w.queue)
	w.senders.Unlock()
	<-w.written
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wakeHandles()
}

// CheckOpen returns an error if ctx has ended or the file is closing.
func (db *DB) CheckOpen(ctx context.Context) error { return db.w.checkOpen(ctx) }

func (w *writer) checkOpen(ctx context.Context) error {
	select {
	case <-w.closing:
		return store.ErrClosed
	default:
		return ctx.Err()
	}
}

func (db *DB) Apply(ctx context.Context, changes []entries.Change) error {
	entries.Sort(changes)
	return db.w.submit(ctx, &request{changes: changes})
}

// UpdateUnread calls fn in a transaction, when nobody reads a state before the newest.
func (db *DB) UpdateUnread(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	return db.w.submit(ctx, &request{update: func(tx *bbolt.Tx) error {
		for range 100 { // a lock that waits would keep others from reading
			if db.lock.TryLock() {
				db.lock.Unlock()
				return fn(tx)
			}
			time.Sleep(time.Millisecond)
		}
		return ErrReading
	}})
}

// ErrReading means that somebody reads for a long time, such as a backup.
var ErrReading = errors.New("the store is being read")

// submit waits for the outcome of a request. If ctx ends before the writer takes the request,
// submit withdraws it. Afterwards the outcome takes only milliseconds.
func (w *writer) submit(ctx context.Context, r *request) error {
	r.done = make(chan error, 1)
	if err := w.enqueue(ctx, r); err != nil {
		return err
	}
	select {
	case err := <-r.done:
		return w.o.Explain(err)
	case <-ctx.Done():
		if r.claimed.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return w.o.Explain(<-r.done)
	}
}

func (w *writer) enqueue(ctx context.Context, r *request) error {
	// Close must not close the queue during a send.
	w.senders.RLock()
	defer w.senders.RUnlock()
	if err := w.checkOpen(ctx); err != nil {
		return err
	}
	select {
	case w.queue <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-w.closing:
		return store.ErrClosed
	}
}

func (w *writer) writeAll() {
	defer close(w.written)
	var batch []*request
	for first := range w.queue {
		batch = w.gatherBatch(batch[:0], first)
		w.commitBatch(batch)
		clear(batch)
	}
}

// gatherBatch returns all requests that wait. Senders that were just answered soon come back with
// their next change. Yielding to them a few times fills the transaction; a fixed delay would make a
// lone sender wait.
func (w *writer) gatherBatch(batch []*request, first *request) []*request {
	accept := func(r *request) {
		switch {
		case !r.claimed.CompareAndSwap(false, true):
		case r.update != nil:
			r.done <- w.update(r.update)
		default:
			batch = append(batch, r)
		}
	}
	accept(first)
	for quiet := 0; quiet < 3 && len(batch) < batchSize; quiet++ {
		for len(w.queue) > 0 && len(batch) < batchSize {
			accept(<-w.queue)
			quiet = -1
		}
		runtime.Gosched()
	}
	return batch
}

// commitBatch makes the changes of a batch. Without those that bbolt refuses, it tries the others
// again.
func (w *writer) commitBatch(batch []*request) {
	for len(batch) > 0 {
		answers := make([]error, len(batch))
		failed := -1
		numbered := false
		err := w.update(func(tx *bbolt.Tx) error {
			for i, r := range batch {
				answers[i] = checkChanges(tx, r.changes)
				if answers[i] != nil {
					continue
				}
				for _, c := range r.changes {
					numbered = numbered || c.Next
					if err := applyChange(tx, c); err != nil {
						failed = i
						return err
					}
				}
			}
			if !slices.Contains(answers, nil) {
				return errNothingAccepted
			}
			return nil
		})
		if failed >= 0 && !errors.Is(err, store.ErrDamaged) {
			batch[failed].done <- err
			batch = append(batch[:failed], batch[failed+1:]...)
			continue
		}
		for i, r := range batch {
			if err != nil && err != errNothingAccepted {
				// Also the refused ones, since they were compared with changes that are now undone.
				answers[i] = err
			}
			r.done <- answers[i]
		}
		if numbered && err == nil {
			w.mu.Lock()
			w.wakeHandles()
			w.mu.Unlock()
		}
		return
	}
}

// errNothingAccepted ends a transaction whose changes were all refused, which saves a flush.
var errNothingAccepted = errors.New("nothing to write")

// update runs fn in a transaction, which is on the disk when update returns nil and has left
// nothing when it returns an error.
func (w *writer) update(fn func(tx *bbolt.Tx) error) error {
	if w.broken != nil {
		return w.broken
	}
	id := 0
	err := Guard(func() error {
		tx, err := beginTx(w.bolt, true)
		if err != nil {
			return err
		}
		// bbolt's Update is unsuitable: after a panic it reads the list of free pages again, which
		// panics again in a damaged file and leaves the lock taken.
		defer tx.Rollback()
		if err := fn(tx); err != nil {
			return err
		}
		id = tx.ID()
		return tx.Commit()
	})
	switch {
	case errors.Is(err, store.ErrDamaged):
		w.broken = err
	case err != nil && id != 0:
		return w.explainCommit(id, err)
	}
	return err
}

// explainCommit says what is left of a transaction that failed while it was written. If the disk
// was full, it is undone. If the disk failed on the last page, only reading again can tell whether
// that page was written. Then nothing is written from now on.
func (w *writer) explainCommit(id int, err error) error {
	visible := 0
	viewErr := Guard(func() error {
		return w.bolt.View(func(tx *bbolt.Tx) error {
			visible = tx.ID()
			return nil
		})
	})
	if viewErr == nil && visible < id && IsFull(err) {
		return fmt.Errorf("%w: nothing was written; free some space on the disk and try again: %v", ErrFull, err)
	}
	w.broken = fmt.Errorf("the disk failed: check the disk and restart amytis: %w", cmp.Or(err, viewErr))
	return w.broken
}

// IsFull reports whether the disk, the quota or a size limit is reached. bbolt keeps only the text
// of some errors, so it compares the text too.
func IsFull(err error) bool {
	for _, full := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) || strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return errors.Is(err, bbolterrors.ErrMaxSizeReached)
}
