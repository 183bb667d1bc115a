package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// bbolt never changes a page. It writes the new entries to other pages, and the old ones stay in
// the file until it uses their pages again. So after an erasure the writer makes bbolt use all
// pages that are free: it stores blocks of zeros until no page is left, and then removes them. A
// crash may come at any time; remainsKey makes the next start do it again.
//
// It does so in parts, with other changes in between. What those write to a page overwrites it too.

// remainsKey is in the meta bucket while the file may still hold what was erased.
var remainsKey = []byte("remains")

// blockKey begins the keys of the blocks, which are the last ones in the meta bucket. A number
// follows.
var blockKey = []byte("zeros-")

// remains says whether the file still holds what was erased. Only the writer uses it, except gone.
type remains struct {
	// since is the transaction that erased it, 0 for none.
	since uint64
	// filled says that no page is left that may hold it, so that the blocks can go.
	filled bool
	// part is how many bytes are overwritten at once, while other changes wait.
	part int
	// pause is the time until the next try.
	pause time.Duration

	mu   sync.Mutex
	gone chan struct{} // closed when since becomes 0; nil from the start
}

const (
	// firstPause and maxPause limit the pause between two tries to overwrite what was erased.
	firstPause = 20 * time.Millisecond
	maxPause   = 10 * time.Second
	// overwriteTime limits how long the start and the stop of the program wait for all parts.
	overwriteTime = time.Second
)

// begin notes that a transaction has erased something.
func (r *remains) begin(tx uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since == 0 {
		r.gone = make(chan struct{})
	}
	r.since, r.filled, r.pause = tx, false, firstPause
}

// end notes that it is overwritten.
func (r *remains) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.since = 0
	close(r.gone)
}

// retry returns a channel that receives at the time of the next try, nil for never.
func (r *remains) retry() <-chan time.Time {
	if r.since == 0 {
		return nil
	}
	defer func() { r.pause = min(max(2*r.pause, firstPause), maxPause) }()
	return time.After(r.pause)
}

// wait waits until nothing is left, or for a time.
func (r *remains) wait(ctx context.Context, atMost time.Duration) {
	r.mu.Lock()
	gone := r.gone
	r.mu.Unlock()
	if gone == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	select {
	case <-gone:
	case <-ctx.Done():
	}
}

// resumeOverwriting overwrites what a previous run of the program has left, before the file is
// used. The writer goes on with what takes longer, and tries again if it fails.
func (w *writer) resumeOverwriting() error {
	err := w.bolt.View(func(tx *bbolt.Tx) error {
		w.last.Store(uint64(tx.ID()))
		if tx.Bucket(metaBucket).Get(remainsKey) != nil {
			w.remains.begin(uint64(tx.ID()))
		}
		return nil
	})
	w.overwriteMore()
	return err
}

// overwriteMore overwrites part after part for a limited time.
func (w *writer) overwriteMore() {
	for end := time.Now().Add(overwriteTime); w.overwrite() && time.Now().Before(end); {
	}
}

// overwrite overwrites the next part of what was erased, if there is any. more reports whether it
// did so and there is more to do. There is none for now while calls read the transaction of the
// erasure or one before it: bbolt frees no pages that the erasure left until those are done.
func (w *writer) overwrite() (more bool) {
	r := &w.remains
	if r.since == 0 || w.broken != nil || w.readers.oldest() <= r.since {
		return false
	}
	size := w.bolt.Info().PageSize
	pages, last := max(r.part/size, 1), false
	if r.filled {
		err := w.update(func(tx *writeTx) (err error) {
			if last, err = tx.removeBlocks(2 * pages); last {
				err = tx.meta.Delete(remainsKey)
			}
			return err
		})
		if err != nil {
			return false
		}
		if r.pause = 0; last {
			r.end()
		}
		return !last
	}
	free := w.bolt.Stats()
	pages = max(min(pages, free.FreePageN+free.PendingPageN-otherPages), 1)
	if err := w.update(func(tx *writeTx) error { return tx.addBlocks(2*pages, size) }); err != nil {
		return false
	}
	if r.pause = 0; w.bolt.Stats().FreePageN == 0 {
		r.filled = w.zeroEnd() == nil
	}
	return true
}

// otherPages is how many pages a transaction takes besides those of its blocks, or more. Without
// them the file would grow with each erasure.
const otherPages = 6

// addBlocks stores blocks of zeros, of which two fill a page.
func (tx *writeTx) addBlocks(n, pageSize int) error {
	const heads = 16 + 2*16 // of the page and its elements
	block := make([]byte, (pageSize-heads)/2-len(blockKey)-8)
	tx.meta.FillPercent = 1
	next := uint64(0)
	k, _ := tx.meta.Cursor().Last()
	if number, found := bytes.CutPrefix(k, blockKey); found {
		next = binary.BigEndian.Uint64(number) + 1
	}
	for i := range uint64(n) {
		if err := tx.meta.Add(binary.BigEndian.AppendUint64(bytes.Clone(blockKey), next+i), block); err != nil {
			return err
		}
	}
	return nil
}

// removeBlocks removes at most n blocks. last reports whether those were the last ones.
func (tx *writeTx) removeBlocks(n int) (last bool, err error) {
	err = tx.meta.deleteFrom(blockKey, func(k, _ []byte) bool {
		n--
		return bytes.HasPrefix(k, blockKey) && n >= 0
	})
	next, _ := tx.meta.Cursor().Seek(blockKey)
	return !bytes.HasPrefix(next, blockKey), err
}

// zeroEnd overwrites the end of the file with zeros, where bbolt has no pages yet. A transaction
// that failed may have written there.
func (w *writer) zeroEnd() error {
	var from int64
	err := w.bolt.View(func(tx *bbolt.Tx) error {
		from = tx.Size()
		return nil
	})
	if err != nil {
		return err
	}
	const chunk = 1 << 20
	buf, zeros := make([]byte, chunk), make([]byte, chunk)
	for wrote := false; ; from += chunk {
		n, err := w.file.ReadAt(buf, from)
		if !bytes.Equal(buf[:n], zeros[:n]) {
			wrote = true
			if _, err := w.file.WriteAt(zeros[:n], from); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF) && wrote:
			return w.file.Sync()
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// readers notes which transactions the calls in progress may read.
type readers struct {
	mu     sync.Mutex
	active map[uint64]int // the number of calls by transaction
}

// enter notes a call that reads the given transaction or a later one, until it calls leave.
func (r *readers) enter(tx uint64) (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.active[tx]++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.active[tx]--; r.active[tx] == 0 {
			delete(r.active, tx)
		}
	}
}

// oldest returns the first transaction that a call may read.
func (r *readers) oldest() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := uint64(math.MaxUint64)
	for tx := range r.active {
		first = min(first, tx)
	}
	return first
}
