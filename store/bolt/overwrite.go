package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// bbolt never changes a page. It writes the new entries to other pages, and the old ones stay in
// the file until it uses their pages again. So after an erasure the writer overwrites all pages
// that neither the last transaction nor the one before it uses, with zeros. Those two are all that
// a crash can bring back, so it may come at any time; remainsKey makes the next start do it again.
//
// It does so in parts, in the order of the pages, with other changes in between. They may use a
// page again before its turn comes, but then they have written all of it.

// remainsKey is in the meta bucket while the file may still hold what was erased.
var remainsKey = []byte("remains")

// remains says whether the file still holds what was erased.
type remains struct {
	// since is the transaction that erased it, 0 for none. Only the writer uses it.
	since uint64
	// part is how many bytes of the file are overwritten at once, while other changes wait.
	part int
	// next is the page to go on with. Only the writer uses it.
	next uint64
	// pause is the time until the next try. Only the writer uses it.
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
	r.since, r.next, r.pause = tx, 0, firstPause
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
// did so and there are further parts.
func (w *writer) overwrite() (more bool) {
	if w.remains.since == 0 || w.broken != nil {
		return false
	}
	part, rest, err := w.nextPart()
	if err != nil || part == nil && rest {
		return false
	}
	if err := w.zeroPages(part); err != nil {
		return false
	}
	if rest {
		w.remains.next, w.remains.pause = part[len(part)-1]+1, 0
		return true
	}
	err = w.update(func(tx *writeTx) error { return tx.meta.Delete(remainsKey) })
	if err == nil {
		w.remains.end()
	}
	return false
}

// nextPart returns the unused pages to overwrite next, and whether there are more. There are none
// for now while calls read transactions from before the erasure.
func (w *writer) nextPart() (part []uint64, rest bool, err error) {
	metas := readMetas(w.file)
	if metas[0] == nil || metas[1] == nil || min(metas[0].txnum, metas[1].txnum) < w.remains.since {
		// One more transaction, so that both first pages are from after the erasure.
		if err := w.update(func(*writeTx) error { return nil }); err != nil {
			return nil, false, err
		}
		metas = readMetas(w.file)
	}
	if metas[0] == nil || metas[1] == nil {
		return nil, false, errors.New("a first page is damaged")
	}
	before, last := metas[0], metas[1]
	if last.txnum < before.txnum {
		before, last = last, before
	}
	if before.txnum < w.remains.since || w.readers.oldest() < before.txnum {
		return nil, true, nil
	}
	unused, err := w.unused(before, last)
	if err != nil {
		return nil, false, err
	}
	info, err := w.file.Stat()
	if err != nil {
		return nil, false, err
	}
	first, _ := slices.BinarySearch(unused, w.remains.next)
	part, most := unused[first:], max(w.remains.part/int(last.pageSize), 1)
	for page := max(last.pages, w.remains.next); len(part) <= most && page*uint64(last.pageSize) < uint64(info.Size()); page++ {
		part = append(part, page)
	}
	return part[:min(most, len(part))], len(part) > most, nil
}

// zeroPages overwrites pages.
func (w *writer) zeroPages(pages []uint64) error {
	size := int64(w.bolt.Info().PageSize)
	for first := 0; first < len(pages); {
		end := first + 1
		for end < len(pages) && pages[end] == pages[end-1]+1 {
			end++
		}
		if err := w.zero(int64(pages[first])*size, int64(end-first)*size); err != nil {
			return err
		}
		first = end
	}
	return w.file.Sync()
}

// unused returns the pages that neither of two transactions uses, in ascending order.
func (w *writer) unused(before, last *boltMeta) ([]uint64, error) {
	var faults checker
	free := func(m *boltMeta) ([]uint64, error) {
		return newPageChecker(context.Background(), w.file, *m, faults.fault, nil).freePages()
	}
	both, err := free(before)
	if err != nil {
		return nil, err
	}
	now, err := free(last)
	if err != nil {
		return nil, err
	}
	if err := faults.asError(); err != nil {
		return nil, err
	}
	pages := make([]uint64, 0, min(len(both), len(now)))
	// bbolt writes both lists in ascending order.
	for i, j := 0, 0; i < len(both) && j < len(now); {
		switch {
		case both[i] < now[j]:
			i++
		case both[i] > now[j]:
			j++
		default:
			if both[i] < 2 {
				return nil, fmt.Errorf("%w: page %d is listed as free", ErrCorrupt, both[i])
			}
			pages = append(pages, both[i])
			i, j = i+1, j+1
		}
	}
	return pages, nil
}

// zeroChunk is how much of the file zero reads and writes at once.
const zeroChunk = 1 << 20

var zeros [zeroChunk]byte

// zero overwrites a part of the file with zeros, unless it holds nothing else.
func (w *writer) zero(at, size int64) error {
	buf := make([]byte, min(max(size, 0), zeroChunk))
	for ; size > 0; at, size = at+int64(len(buf)), size-int64(len(buf)) {
		buf = buf[:min(size, int64(len(buf)))]
		if _, err := w.file.ReadAt(buf, at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if bytes.Equal(buf, zeros[:len(buf)]) {
			continue
		}
		if _, err := w.file.WriteAt(zeros[:len(buf)], at); err != nil {
			return err
		}
	}
	return nil
}
