package bolt

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math/bits"
	"os"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/core"
	"amytis/store/entries/boltdb"
)

// Options are the options of [Open]. The zero value is fine.
type Options struct {
	Program string // name and version; the file keeps it for messages of older programs
	// LockWait limits the wait for another process that has the file open. 0 means one second,
	// enough for a previous process to end.
	LockWait time.Duration
	Replay   store.Replay     // what [DB.Check] does with every table, nil for nothing
	Now      func() time.Time // replaces time.Now in tests
}

func (o Options) withDefaults() Options {
	o.LockWait = cmp.Or(o.LockWait, time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// DB is a store in a file, safe for concurrent use. [store.Store] documents its methods.
type DB struct {
	// Erasing, if not nil, is what Serve does when another process asks to erase a user. It returns
	// what it has done in words.
	Erasing func(ctx context.Context, user table.UserID) (string, error)
	*core.Store

	path    string
	options Options
	entries *boltdb.DB
	file    *os.File        // that bbolt has opened
	open    context.Context // ends when Close is called
	end     context.CancelFunc
	serving sync.Mutex // locked while Serve runs
}

var _ store.Store = (*DB)(nil)

// Open opens the store in the file at path, or creates it in its folder. The error messages say
// what to do. Causes are [ErrLocked], [store.ErrDamaged], [store.ErrNewer] and [ErrFull].
func Open(path string, o Options) (*DB, error) {
	o = o.withDefaults()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path, o); err != nil {
			return nil, explainOpen(path, err)
		}
	}
	b, file, err := openToWrite(path, o.LockWait)
	if err != nil {
		return nil, explainOpen(path, err)
	}
	sweepLeft(path)
	if err := boltdb.Guard(func() error { return b.View(checkCurrent) }); err != nil {
		return nil, explainOpen(path, errors.Join(err, b.Close()))
	}
	db := &DB{path: path, options: o, file: file}
	db.open, db.end = context.WithCancel(context.Background())
	db.entries = boltdb.New(b, func(err error) error { return explainDamage(path, err) })
	db.Store = core.New(db.entries, core.Options{Replay: o.Replay, Now: o.Now})
	_ = db.Wipe(db.open, 0) // it is tried again
	go db.wipeDaily()
	return db, nil
}

// Close finishes the calls in progress. First it removes what an erasure has left.
func (db *DB) Close() error {
	_ = db.Wipe(context.Background(), 0) // otherwise the next start does it
	db.end()
	db.serving.Lock() // until Serve has ended
	defer db.serving.Unlock()
	return db.Store.Close()
}

// Second returns another handle of the same file, like one of another process.
func (db *DB) Second() store.Store {
	return core.New(db.entries.NewHandle(), core.Options{Replay: db.options.Replay, Now: db.options.Now})
}

// reservedAddressSpace is how many bytes the file can grow into without waiting for readers, such
// as a long backup. It costs no memory.
const reservedAddressSpace = 1 << (30 + 4*(bits.UintSize/64))

// openToWrite opens an existing bbolt file for this program alone. The file, which bbolt closes, is
// the one that was checked and is still at path, even if [Restore] runs meanwhile.
func openToWrite(path string, wait time.Duration) (b *bbolt.DB, file *os.File, err error) {
	for range 3 {
		checked, err := checkPages(context.Background(), path, wait)
		if err != nil {
			return nil, nil, err
		}
		if b, file, err = openFile(path, wait, false); err != nil {
			return nil, nil, err
		}
		opened, err := file.Stat()
		if err != nil {
			return nil, nil, errors.Join(err, b.Close())
		}
		now, err := newestMeta(file)
		if err == nil && now == checked && isAt(path, opened) {
			return b, file, nil
		}
		if err := b.Close(); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, errors.New("other programs change the file again and again")
}

func openFile(path string, wait time.Duration, readOnly bool) (b *bbolt.DB, file *os.File, err error) {
	if err := inspectFile(path); err != nil {
		return nil, nil, err
	}
	options := bbolt.Options{
		Timeout:         wait,
		ReadOnly:        readOnly,
		PreLoadFreelist: !readOnly, // load here, where a damaged list becomes an error
		FreelistType:    bbolt.FreelistMapType,
		InitialMmapSize: reservedAddressSpace,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			f, err := os.OpenFile(name, flag&^os.O_CREATE, mode)
			file = f
			return f, err
		},
	}
	open := func() error {
		return boltdb.Guard(func() error {
			b, err = bbolt.Open(path, 0o600, &options)
			return err
		})
	}
	err = open()
	if errors.Is(err, syscall.ENOMEM) {
		options.InitialMmapSize = 0 // the user's limit on address space is too low
		err = open()
	}
	return b, file, err
}
