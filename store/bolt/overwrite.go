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

// bbolt never changes a page. It writes to other pages, and the old ones stay in the file until it
// uses them again. So after an erasure the writer makes bbolt use all free pages: it stores blocks
// of zeros until no page is left, and then removes them. After a crash, remainsKey makes the next
// start do it again.
//
// Other changes come in between. What they write to a page overwrites it too.

// remainsKey is in the meta bucket while the file may still hold what was erased.
var remainsKey = []byte("remains")

// blockKey begins the keys of the blocks, the last ones in the meta bucket. A number follows.
var blockKey = []byte("zeros-")

// remains is what the file may still hold of an erasure. Only the writer uses it, except gone.
type remains struct {
	// since is the transaction that erased it, 0 for none.
	since uint64
	// filled says that no page is left that may hold it: the blocks can go.
	filled bool
	// part is how many bytes to overwrite at once, while other changes wait.
	part  int
	pause time.Duration

	mu   sync.Mutex
	gone chan struct{} // closed when since becomes 0; nil from the start
}

const (
	// firstPause and maxPause limit the pause between two tries.
	firstPause = 20 * time.Millisecond
	maxPause   = 10 * time.Second
	// overwriteTime is how long the program's start and stop wait for all parts.
	overwriteTime = time.Second
)

func (r *remains) begin(tx uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since == 0 {
		r.gone = make(chan struct{})
	}
	r.since, r.filled, r.pause = tx, false, firstPause
}

func (r *remains) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.since = 0
	close(r.gone)
}

// retry returns a channel for the time of the next try, nil for never.
func (r *remains) retry() <-chan time.Time {
	if r.since == 0 {
		return nil
	}
	defer func() { r.pause = min(max(2*r.pause, firstPause), maxPause) }()
	return time.After(r.pause)
}

// wait waits until nothing is left, but not for longer than a time.
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

// resumeOverwriting overwrites what an earlier run has left, before the file is used. The writer
// goes on with what takes longer.
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

func (w *writer) overwriteMore() {
	for end := time.Now().Add(overwriteTime); w.overwrite() && time.Now().Before(end); {
	}
}

// overwrite overwrites the next part. more reports that it did and that there is more to do. It
// does nothing while calls read the erasing transaction or one before: until they are done, bbolt
// does not free the pages that it left.
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
	// A call that began since readers.oldest was asked may have kept bbolt from freeing the erased
	// pages, but only for the first transaction after the erasing one.
	if r.pause = 0; w.bolt.Stats().FreePageN == 0 && w.last.Load() > r.since+1 {
		r.filled = w.zeroEnd() == nil
	}
	return true
}

// otherPages is the most pages of a transaction besides its blocks. Without them the file would
// grow with each erasure.
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

// removeBlocks removes at most n blocks. last reports that none is left.
func (tx *writeTx) removeBlocks(n int) (last bool, err error) {
	err = tx.meta.deleteFrom(blockKey, func(k, _ []byte) bool {
		n--
		return bytes.HasPrefix(k, blockKey) && n >= 0
	})
	next, _ := tx.meta.Cursor().Seek(blockKey)
	return !bytes.HasPrefix(next, blockKey), err
}

// zeroEnd zeroes the end of the file, where bbolt has no pages yet: a failed transaction may have
// written there.
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

type readers struct {
	mu     sync.Mutex
	active map[uint64]int // the number of calls by transaction
}

// enter notes a call that reads this transaction or a later one.
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

func (r *readers) oldest() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := uint64(math.MaxUint64)
	for tx := range r.active {
		first = min(first, tx)
	}
	return first
}
