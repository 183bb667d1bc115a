package bolt

import (
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

// Options of Open; the zero value is good.
type Options struct {
	// Program is the program's name and version, kept in the file so that an
	// older program can say which one has written it.
	Program string
	// LockWait bounds the wait for another process that has the file open, 0
	// for a second: time enough for the one before to end.
	LockWait time.Duration
	// Now replaces time.Now in tests.
	Now func() time.Time
}

// DB is a store in a file. See [store.Store] for the methods' contracts.
type DB struct {
	path string
	bolt *bbolt.DB
	now  func() time.Time

	lastTable atomic.Uint64 // the highest ID that is used or given out
	notify    chan struct{}

	// The writer's, see writer.go.
	queue   chan *request
	senders sync.RWMutex
	closing chan struct{}
	closed  sync.Once
	written chan struct{}
	broken  error

	// serving is held while Serve runs, so that Close can wait for it.
	serving sync.Mutex
}

var _ store.Store = (*DB)(nil)

// Open opens the store in the file at path, and makes one if there is none. The
// folder must exist. A file of an older program is brought up to date, see
// migrate.go. The errors say what to do; [ErrLocked], [ErrCorrupt], [ErrNewer]
// and [ErrFull] tell them apart.
func Open(path string, o Options) (*DB, error) {
	return open(path, o, migrations)
}

func open(path string, o Options, steps []migration) (*DB, error) {
	if o.LockWait == 0 {
		o.LockWait = time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path, o, len(steps)+1); err != nil {
			return nil, explainOpen(path, err)
		}
	}
	b, err := openFile(path, o.LockWait, false)
	if err != nil {
		return nil, explainOpen(path, err)
	}
	db := &DB{
		path:    path,
		bolt:    b,
		now:     o.Now,
		notify:  make(chan struct{}, 1),
		queue:   make(chan *request, queueSize),
		closing: make(chan struct{}),
		written: make(chan struct{}),
	}
	if err := guard(func() error { return db.start(o, steps) }); err != nil {
		_ = b.Close()
		return nil, explainOpen(path, err)
	}
	go db.write()
	return db, nil
}

// start brings the file up to date and reads what the DB keeps in memory.
func (db *DB) start(o Options, steps []migration) error {
	if err := migrate(db.bolt, steps, o); err != nil {
		return err
	}
	if err := db.bolt.View(checkBuckets); err != nil {
		return err
	}
	return db.bolt.View(func(tx *bbolt.Tx) error {
		last, _ := tx.Bucket(tablesBucket).Cursor().Last()
		db.lastTable.Store(number(last, 0))
		if k, _ := tx.Bucket(outboxBucket).Cursor().First(); k != nil {
			db.notify <- struct{}{} // what the program before has left
		}
		return nil
	})
}

// checkBuckets finds a file that is bbolt's, but not a store.
func checkBuckets(tx *bbolt.Tx) error {
	for _, name := range buckets {
		if tx.Bucket(name) == nil {
			return fmt.Errorf("%w: it has no %s", ErrCorrupt, name)
		}
	}
	return nil
}

// reserve is how much address space is set aside for the file to grow into:
// without it, growing would have to wait until all who read are done, and a
// backup reads for long. It costs no memory.
const reserve = 1 << (30 + 4*(bits.UintSize/64))

// openFile opens a bbolt file that exists.
func openFile(path string, wait time.Duration, readOnly bool) (b *bbolt.DB, err error) {
	if err := inspectFile(path); err != nil {
		return nil, err
	}
	var file *os.File
	options := bbolt.Options{
		Timeout:         wait,
		ReadOnly:        readOnly,
		PreLoadFreelist: true, // here, where a damaged one is met with care
		FreelistType:    bbolt.FreelistMapType,
		InitialMmapSize: reserve,
		NoStatistics:    true,
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
		options.InitialMmapSize = 0 // the user's limit of address space
		err = open()
	}
	if err != nil {
		if file != nil && errors.Is(err, ErrCorrupt) {
			unlock(file) // which bbolt leaves locked when it panics
			_ = file.Close()
		}
		return nil, err
	}
	return b, nil
}

// Close writes what was accepted and closes the file. Methods called after it
// return store.ErrClosed, but Close itself may be called again.
func (db *DB) Close() error {
	var err error
	db.closed.Do(func() {
		close(db.closing)
		db.senders.Lock() // until those who are sending have noticed
		close(db.queue)
		db.senders.Unlock()
		<-db.written
		db.serving.Lock() // until Serve has noticed
		defer db.serving.Unlock()
		err = db.bolt.Close()
	})
	return err
}

// NewTable counts on from the highest table. The count is kept in memory alone:
// what the program before has given out and not used, nobody has seen.
func (db *DB) NewTable(ctx context.Context) (table.ID, error) {
	select {
	case <-db.closing:
		return 0, store.ErrClosed
	default:
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return table.ID(db.lastTable.Add(1)), nil
}

// create makes an empty store under another name and gives it its own when it
// is complete: a crash leaves either no store or a good one, and at worst a
// file *.new-* that nothing needs.
func create(path string, o Options, schema int) error {
	err := writeFile(path, keepExisting, func(tmp *os.File) error {
		b, err := bbolt.Open(tmp.Name(), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType, Timeout: o.LockWait})
		if err != nil {
			return err
		}
		err = b.Update(func(tx *bbolt.Tx) error {
			for _, name := range buckets {
				if _, err := tx.CreateBucket(name); err != nil {
					return err
				}
			}
			return writeMeta(tx, schema, o)
		})
		return errors.Join(err, b.Close())
	})
	if errors.Is(err, fs.ErrExist) {
		return nil // another program was first; its file is as good
	}
	return err
}
