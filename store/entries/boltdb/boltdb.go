// Package boltdb keeps entries in one file, with go.etcd.io/bbolt: a copy-on-write B+ tree, whose
// readers see a single moment while the writer goes on. Each space is a bucket. Only one process
// has the file, so holds are only in memory.
package boltdb

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"amytis/store"
	"amytis/store/entries"
)

// DB is a handle of a file, safe for concurrent use. [entries.DB] documents its methods.
type DB struct {
	*file
	changed chan struct{}
}

var _ entries.DB = (*DB)(nil)

// file is what all handles share.
type file struct {
	bolt    *bbolt.DB
	explain func(error) error
	lock    sync.RWMutex  // held for reading by who reads
	writing chan struct{} // full while somebody writes
	broken  error         // once set, no change is written; for who writes
	closed  sync.Once     // for Close
	closing chan struct{} // closed when the file begins to close

	mu      sync.Mutex
	waiting []*request
	holds   map[string]hold
	handles []*DB
}

type hold struct {
	by    *DB
	until time.Time
	note  string
}

// New returns a handle of an open file with the buckets that [Create] makes. Its Close closes the
// file. explain adds advice to errors.
func New(b *bbolt.DB, explain func(error) error) *DB {
	f := &file{
		bolt: b, explain: explain, holds: map[string]hold{},
		writing: make(chan struct{}, 1), closing: make(chan struct{}),
	}
	return f.NewHandle()
}

// NewHandle returns another handle of the same file, like one of another process. Closing any of
// them closes the file.
func (f *file) NewHandle() *DB {
	f.mu.Lock()
	defer f.mu.Unlock()
	db := &DB{f, make(chan struct{}, 1)}
	f.handles = append(f.handles, db)
	return db
}

func bucketOf(s entries.Space) []byte { return []byte{'s', byte(s)} }

func Create(tx *bbolt.Tx, spaces int) error {
	for s := range spaces {
		if _, err := tx.CreateBucketIfNotExists(bucketOf(entries.Space(s))); err != nil {
			return err
		}
	}
	return nil
}

func Remove(tx *bbolt.Tx, s entries.Space, k []byte) error { return tx.Bucket(bucketOf(s)).Delete(k) }

// Guard turns a panic of fn into [store.ErrDamaged]: bbolt panics on damaged pages. A page number
// beyond the file is a memory fault, which would otherwise end the program.
func Guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", store.ErrDamaged, p)
		}
	}()
	return fn()
}

// Close waits for the transaction that is being written, and closes the file.
func (f *file) Close() (err error) {
	f.closed.Do(func() {
		close(f.closing)
		f.writing <- struct{}{}
		f.mu.Lock()
		f.wakeHandles()
		f.mu.Unlock()
		err = f.bolt.Close()
	})
	return err
}

func (db *DB) ViewTx(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	if err := db.CheckOpen(ctx); err != nil {
		return err
	}
	db.lock.RLock()
	defer db.lock.RUnlock()
	return db.explain(Guard(func() error {
		tx, err := beginTx(db.bolt, false)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return fn(tx)
	}))
}

func beginTx(b *bbolt.DB, writable bool) (*bbolt.Tx, error) {
	tx, err := b.Begin(writable)
	if errors.Is(err, bbolterrors.ErrDatabaseNotOpen) {
		return nil, store.ErrClosed
	}
	return tx, err
}

func (db *DB) View(ctx context.Context, read func(entries.Reader) error) error {
	return db.ViewTx(ctx, func(tx *bbolt.Tx) error { return read(Reader{tx}) })
}

func (db *DB) Read(ctx context.Context, ranges ...entries.Range) (found [][]entries.Entry, err error) {
	found = make([][]entries.Entry, len(ranges))
	return found, db.View(ctx, func(r entries.Reader) error {
		for i, in := range ranges {
			err := r.Scan(in, func(k, v []byte) (bool, error) {
				found[i] = append(found[i], entries.Entry{Key: bytes.Clone(k), Value: bytes.Clone(v)})
				return true, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

type Reader struct{ Tx *bbolt.Tx }

func (r Reader) Scan(in entries.Range, each func(k, v []byte) (bool, error)) error {
	c := r.Tx.Bucket(bucketOf(in.Space)).Cursor()
	next := c.Next
	k, v := c.Seek(in.From)
	if in.Back {
		next = c.Prev
		k, v = seekBefore(c, in.To)
	}
	inside := func() bool {
		return bytes.Compare(k, in.From) >= 0 && (in.To == nil || bytes.Compare(k, in.To) < 0)
	}
	for n := 0; k != nil && inside() && (n < in.Limit || in.Limit == 0); n++ {
		if more, err := each(k, v); err != nil || !more {
			return err
		}
		k, v = next()
	}
	return nil
}

// seekBefore returns the last entry before a key, or of all before nil.
func seekBefore(c *bbolt.Cursor, key []byte) (k, v []byte) {
	if key != nil {
		if at, _ := c.Seek(key); at != nil {
			return c.Prev()
		}
	}
	return c.Last()
}

func checkChanges(tx *bbolt.Tx, changes []entries.Change) error {
	for _, c := range changes {
		if !c.Next && !c.Blind && !bytes.Equal(tx.Bucket(bucketOf(c.Space)).Get(c.Key), c.Was) {
			return &entries.Conflict{Change: c}
		}
	}
	return nil
}

func applyChange(tx *bbolt.Tx, c entries.Change) error {
	b := tx.Bucket(bucketOf(c.Space))
	switch {
	case c.Next:
		n, err := b.NextSequence()
		if err != nil {
			return err
		}
		return b.Put(binary.BigEndian.AppendUint64(bytes.Clone(c.Key), n), c.Is)
	case c.Is == nil:
		return b.Delete(c.Key)
	case !c.Blind && bytes.Equal(c.Was, c.Is):
		return nil
	}
	return b.Put(c.Key, c.Is)
}

func (db *DB) Hold(ctx context.Context, name string, ttl time.Duration, note string) (mine bool, kept string, err error) {
	if err := db.CheckOpen(ctx); err != nil {
		return false, "", err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	now := time.Now()
	before := db.holds[name]
	if before.by != nil && before.by != db && before.until.After(now) {
		return false, "", nil
	}
	kept = cmp.Or(note, before.note)
	db.holds[name] = hold{db, now.Add(ttl), kept}
	return true, kept, nil
}

func (db *DB) Release(ctx context.Context) error {
	if err := db.CheckOpen(ctx); err != nil {
		return err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	maps.DeleteFunc(db.holds, func(_ string, h hold) bool { return h.by == db })
	db.wakeHandles()
	return nil
}

func (db *DB) Changed() <-chan struct{} { return db.changed }

// The caller of wakeHandles holds mu.
func (f *file) wakeHandles() {
	for _, db := range f.handles {
		select {
		case db.changed <- struct{}{}:
		default:
		}
	}
}
