package postgres

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"amytis/store"
	"amytis/store/core"
)

// DB is a handle of a store in a database, safe for concurrent use. [store.Store] documents its
// methods.
type DB struct {
	*core.Store
	handle *handle
	stop   context.CancelFunc
	beside sync.WaitGroup
}

var _ store.Store = (*DB)(nil)

// Open opens the store in a database. It makes the schema in an empty one. The error messages say
// what to do, and never show the password. [ErrUnavailable], [ErrNewer] and [ErrCorrupt] tell
// causes apart.
func Open(ctx context.Context, o Options) (*DB, error) {
	cfg, err := o.parse()
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s := &server{
		pool:     pool,
		instance: store.NewNonce(),
		patience: cmp.Or(o.Patience, defaultPatience),
		long:     make(chan struct{}, maxLong),
		closing:  make(chan struct{}),
	}
	_, err = s.try(ctx, longTimeout, func(ctx context.Context) error {
		return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error { return setUp(ctx, c.Conn(), o.Program) })
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("store: %w", err)
	}
	h := newHandle(s)
	db := &DB{Store: core.New(h, core.Options{Replay: o.Replay}), handle: h}
	working, stop := context.WithCancel(context.Background())
	db.stop = stop
	db.beside.Go(func() { h.listen(working) })
	db.beside.Go(func() { h.telling(working) })
	return db, nil
}

// Close finishes the calls in progress, gives up holds if the server answers soon, and closes the
// connections. A second Close does nothing.
func (db *DB) Close() error {
	db.stop()
	db.beside.Wait()
	return db.handle.Close()
}

const releaseTimeout = time.Second
