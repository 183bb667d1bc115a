package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"amytis/store"
)

const (
	// queueSize limits the queue. Further senders wait to enter it.
	queueSize = 1024
	// batchSize limits a transaction, and so how long its last change waits.
	batchSize = 512
)

// change is one modification of the store. check runs first and writes nothing, so that a refused
// change leaves the transaction to others.
type change interface {
	check(tx *writeTx) error
	apply(tx *writeTx) error
}

// plainChange is the apply of a change that is never refused.
type plainChange func(tx *writeTx) error

func (plainChange) check(*writeTx) error { return nil }

func (c plainChange) apply(tx *writeTx) error { return c(tx) }

type request struct {
	change change
	taken  atomic.Bool // set by the writer, or by a sender who gives up
	done   chan error
}

// writer makes all changes to a store, on the goroutine of run.
type writer struct {
	path string
	bolt *bbolt.DB
	now  func() time.Time
	// leases change after each commit.
	leases *leases

	queue   chan *request
	senders sync.RWMutex  // held for reading during a send to queue
	closing chan struct{} // closed when the store begins to close
	written chan struct{} // closed when run has ended
	broken  error         // once set, no change is written; used only by run

	file    *os.File      // the file of bolt
	readers readers       // the calls that read the file
	last    atomic.Uint64 // the last transaction that was committed
	remains remains       // what is left to overwrite
}

func newWriter(path string, b *bbolt.DB, now func() time.Time) *writer {
	return &writer{
		path:    path,
		bolt:    b,
		now:     now,
		leases:  newLeases(),
		readers: readers{active: map[uint64]int{}},
		queue:   make(chan *request, queueSize),
		closing: make(chan struct{}),
		written: make(chan struct{}),
	}
}

// close refuses new changes and waits until all accepted ones are written.
func (w *writer) close() {
	close(w.closing)
	w.senders.Lock() // until the senders have noticed
	close(w.queue)
	w.senders.Unlock()
	<-w.written
}

// submit waits for the outcome of a change. If ctx ends before the writer takes the change, submit
// withdraws it. Afterwards the outcome takes only milliseconds.
func (w *writer) submit(ctx context.Context, c change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{change: c, done: make(chan error, 1)}
	if err := w.enqueue(ctx, r); err != nil {
		return err
	}
	select {
	case err := <-r.done:
		return damaged(w.path, err)
	case <-ctx.Done():
		if r.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return damaged(w.path, <-r.done)
	}
}

func (w *writer) enqueue(ctx context.Context, r *request) error {
	// Close must not close the queue during a send.
	w.senders.RLock()
	defer w.senders.RUnlock()
	select {
	case <-w.closing:
		return store.ErrClosed
	default:
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

func (w *writer) run() {
	defer close(w.written)
	var batch []*request
	for {
		select {
		case first, open := <-w.queue:
			if !open {
				w.overwriteMore()
				return
			}
			batch = w.gather(batch[:0], first)
			w.commit(batch)
			clear(batch)
		case <-w.remains.retry():
		}
		w.overwrite()
	}
}

// gather returns all requests that wait. Senders that were just answered soon come back with their
// next change. Yielding to them a few times fills the transaction; a fixed delay would make a lone
// sender wait.
func (w *writer) gather(batch []*request, first *request) []*request {
	take := func(r *request) {
		if r.taken.CompareAndSwap(false, true) {
			batch = append(batch, r)
		}
	}
	take(first)
	for quiet := 0; quiet < 3 && len(batch) < batchSize; quiet++ {
		for more := true; more && len(batch) < batchSize; {
			select {
			case r, ok := <-w.queue:
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

func (w *writer) commit(batch []*request) {
	for len(batch) > 0 {
		answers := make([]error, len(batch))
		failed := -1
		wrote := false
		var written *writeTx
		err := w.update(func(tx *writeTx) error {
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
				return errNothingAccepted
			}
			written = tx
			return tx.prune()
		})
		if failed >= 0 && !errors.Is(err, ErrCorrupt) {
			batch[failed].done <- err
			batch = append(batch[:failed], batch[failed+1:]...)
			continue
		}
		if err == nil {
			w.leases.change(written.announced, written.settled)
			if written.erased || written.removed && w.remains.since != 0 {
				w.remains.begin(w.last.Load())
			}
		}
		for i, r := range batch {
			if err != nil && err != errNothingAccepted {
				// Also the refused ones, since they were compared with changes that are now undone.
				answers[i] = err
			}
			r.done <- answers[i]
		}
		return
	}
}

// errNothingAccepted ends a transaction whose changes were all refused, which saves a flush.
var errNothingAccepted = errors.New("nothing to write")

// update runs fn in a transaction, which is on the disk when update returns nil and has left
// nothing when it returns an error. Only the writer calls it.
func (w *writer) update(fn func(tx *writeTx) error) error {
	if w.broken != nil {
		return w.broken
	}
	var id int
	err := guard(func() error {
		tx, err := begin(w.bolt, true)
		if err != nil {
			return err
		}
		// bbolt's Update is unsuitable: after a panic it reads the list of free pages again, which
		// panics again in a damaged file and leaves the lock taken.
		defer tx.Rollback()
		changes := newWriteTx(tx, w.now())
		if err := fn(changes); err != nil {
			return err
		}
		if err := changes.seal(); err != nil {
			return err
		}
		id = tx.ID()
		return tx.Commit()
	})
	switch {
	case err == nil:
		w.last.Store(uint64(id))
		return nil
	case errors.Is(err, ErrCorrupt):
		w.broken = err
		return err
	case id != 0:
		return w.explainCommit(id, err)
	}
	return err
}

// explainCommit says what is left of a transaction that failed while it was written. If the disk
// was full, it is undone. If the disk failed on the last page, only reading again can tell whether
// that page was written. Then nothing is written from now on.
func (w *writer) explainCommit(id int, err error) error {
	visible := 0
	viewErr := guard(func() error {
		return w.bolt.View(func(tx *bbolt.Tx) error {
			visible = tx.ID()
			return nil
		})
	})
	if viewErr == nil && visible < id && isFull(err) {
		return fmt.Errorf(
			"%s: %w: nothing was written; free some space on the disk and try again: %v",
			w.path,
			ErrFull,
			err,
		)
	}
	w.broken = fmt.Errorf("%s: the disk failed: check the disk and restart amytis: %w", w.path, err)
	return w.broken
}
