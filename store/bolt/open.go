package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Options are the options of [Open]. The zero value is fine.
type Options struct {
	// Program is the program's name and version. The file keeps it for messages of older programs.
	Program string
	// LockWait limits the wait for another process that has the file open. 0 means one second,
	// enough for a previous process to end.
	LockWait time.Duration
	// Replay is what [DB.Check] does with every table, nil for nothing.
	Replay store.Replay
	// Now replaces time.Now in tests.
	Now func() time.Time

	// overwriteBytes is how much of the file is overwritten at once. 0 means 4 MiB.
	overwriteBytes int
	// overwriteWait is how long an erasure waits for calls that read the store. 0 means 2 seconds.
	overwriteWait time.Duration
}

func (o Options) withDefaults() Options {
	o.LockWait = cmp.Or(o.LockWait, time.Second)
	o.overwriteBytes = cmp.Or(o.overwriteBytes, 4<<20)
	o.overwriteWait = cmp.Or(o.overwriteWait, 2*time.Second)
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
	// Torn says that Open found one of the two first pages damaged, and used the other one.
	Torn bool

	notebook
	store.Facts
	*queues

	path          string
	bolt          *bbolt.DB
	writer        *writer
	closed        sync.Once
	replay        store.Replay
	overwriteWait time.Duration

	lastTable atomic.Uint64 // the highest ID that is used or given out

	// serving is locked while Serve runs, so that Close can wait.
	serving sync.Mutex
}

var _ store.Store = (*DB)(nil)

// Open opens the store in the file at path, or creates it in its folder. The error messages say
// what to do. [ErrLocked], [ErrCorrupt], [ErrNewer] and [ErrFull] tell the causes apart.
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
	sweepLeft(path)()
	db := &DB{path: path, bolt: b, writer: newWriter(path, b, o.Now), replay: o.Replay}
	metas := readMetas(file)
	db.Torn = metas[0] == nil || metas[1] == nil
	db.notebook.db, db.queues = db, &queues{db: db}
	db.Facts = store.NewFacts(db.notebook)
	db.writer.file = file
	db.writer.remains.part, db.overwriteWait = o.overwriteBytes, o.overwriteWait
	if err := guard(func() error { return start(db, o) }); err != nil {
		_ = b.Close()
		return nil, explainOpen(path, err)
	}
	go db.writer.run()
	return db, nil
}

// start checks the file's schema, and reads what the DB keeps in memory.
func start(db *DB, o Options) error {
	if err := db.bolt.View(checkCurrent); err != nil {
		return err
	}
	if err := noteProgram(db.bolt, o); err != nil {
		return err
	}
	if err := db.writer.resumeOverwriting(); err != nil {
		return err
	}
	return db.bolt.View(func(tx *bbolt.Tx) error { return inherit(db, tx) })
}

// inherit reads what an earlier process has left: the last table and the outbox.
func inherit(db *DB, tx *bbolt.Tx) error {
	last, _ := tx.Bucket(tablesBucket).Cursor().Last()
	db.reserveTable(number(last, 0))
	var left []entry
	err := tx.Bucket(outboxBucket).ForEach(func(k, v []byte) error {
		// An unreadable message gets channel 0 here, and Claim returns the error.
		m, _ := decodeMessage(number(k, 0), v)
		left = append(left, entry{seq: m.Seq, channel: m.Channel, given: true})
		return nil
	})
	db.writer.leases.change(left, nil)
	return err
}

func checkBuckets(tx *bbolt.Tx) error {
	for _, name := range buckets {
		if tx.Bucket(name) == nil {
			return fmt.Errorf("%w: it has no bucket %s", ErrCorrupt, name)
		}
	}
	return nil
}

// reservedAddressSpace is how many bytes of address space the file can grow into, without memory.
// Beyond them, growing would wait for all readers, and a backup reads for a long time.
const reservedAddressSpace = 1 << (30 + 4*(bits.UintSize/64))

// checkUnlessClean checks a file unless the last program that wrote it stopped clean.
func checkUnlessClean(path string, m boltMeta, wait time.Duration) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	if markedClean(file, m) {
		return nil
	}
	if err := mendHeads(file, m); err != nil {
		return err
	}
	_, err = checkPages(context.Background(), path, wait)
	return err
}

// openToWrite opens an existing bbolt file for this program alone. Without a clean stop it checks
// the file first: with damaged pages, bbolt can go on for ever or overflow the stack. It also
// returns the file that bbolt has opened and will close.
//
// The file is the one that was checked and is still at path, even if [Restore] runs meanwhile.
func openToWrite(path string, wait time.Duration) (b *bbolt.DB, file *os.File, err error) {
	for range 3 {
		checked, err := inspectFile(path)
		if err != nil {
			return nil, nil, err
		}
		if err := checkUnlessClean(path, checked, wait); err != nil {
			return nil, nil, err
		}
		if b, file, err = openOnce(path, wait, false); err != nil {
			return nil, nil, err
		}
		opened, err := file.Stat()
		if err != nil {
			return nil, nil, errors.Join(err, b.Close())
		}
		there, err := os.Stat(path)
		now, metaErr := newestMeta(file)
		if err == nil && os.SameFile(opened, there) && metaErr == nil && now == checked {
			return b, file, nil
		}
		if err := b.Close(); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, errors.New("other programs change the file again and again")
}

func openFile(path string, wait time.Duration) (*bbolt.DB, error) {
	b, _, err := openOnce(path, wait, true)
	return b, err
}

func openOnce(path string, wait time.Duration, readOnly bool) (b *bbolt.DB, file *os.File, err error) {
	if _, err := inspectFile(path); err != nil {
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
		return guard(func() error {
			b, err = bbolt.Open(path, 0o600, &options)
			return err
		})
	}
	err = open()
	if errors.Is(err, syscall.ENOMEM) {
		options.InitialMmapSize = 0 // the user's limit on address space is too low
		err = open()
	}
	if err != nil {
		if file != nil && errors.Is(err, ErrCorrupt) {
			unlock(file) // bbolt leaves it locked when it panics
			_ = file.Close()
		}
		return nil, nil, err
	}
	return b, file, nil
}

// Close writes all accepted changes, marks the file as sound and closes it. A second Close does
// nothing.
func (db *DB) Close() error {
	var err error
	db.closed.Do(func() {
		db.writer.close()
		if db.writer.broken == nil {
			_ = markClean(db.writer.file) // without the mark, the next start checks everything
		}
		db.serving.Lock() // until Serve has noticed
		defer db.serving.Unlock()
		err = db.bolt.Close()
	})
	return err
}

// NewTable counts up from the highest table, in memory. The random step keeps it from repeating an
// ID that the previous run gave out but did not use.
func (db *DB) NewTable(ctx context.Context) (table.ID, error) {
	if err := db.usable(ctx); err != nil {
		return 0, err
	}
	return table.ID(db.lastTable.Add(store.TableStep())), nil
}

// reserveTable keeps NewTable from returning an ID up to this one.
func (db *DB) reserveTable(id uint64) {
	for last := db.lastTable.Load(); last < id; last = db.lastTable.Load() {
		db.lastTable.CompareAndSwap(last, id)
	}
}
