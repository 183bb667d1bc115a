package postgres

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"amytis/engine/table"
	"amytis/store"
)

// DB is a handle of a store in a database, safe for concurrent use. [store.Store] documents its
// methods.
type DB struct {
	*server
	queue
	facts
	store.Facts

	replay store.Replay // from Options
	// pruning is closed when prune has ended.
	pruning chan struct{}
}

// Open opens the store in a database. It makes the schema in an empty one, and updates an older
// one. The error messages say what to do, and never show the password. [ErrUnavailable], [ErrNewer]
// and [ErrCorrupt] tell causes apart.
func Open(ctx context.Context, o Options) (*DB, error) { return open(ctx, o, schemaFiles) }

func open(ctx context.Context, o Options, files fs.FS) (*DB, error) {
	steps, err := migrations(files)
	if err != nil {
		return nil, err
	}
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
		return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error { return setUp(ctx, c.Conn(), steps, o.Program) })
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("store: %w", err)
	}
	db := &DB{
		server:  s,
		queue:   queue{s, make(chan struct{}, 1), &claims{since: 1, terms: map[table.ChannelID]int64{}}},
		facts:   facts{s},
		Facts:   store.NewFacts(facts{s}),
		replay:  o.Replay,
		pruning: make(chan struct{}),
	}
	go db.prune()
	return db, nil
}

// Close finishes the calls in progress, gives up leases and holds if the server answers soon, and
// closes the connections. A second Close does nothing.
func (db *DB) Close() error {
	db.close(func() {
		if !db.claims.any.Load() {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), releaseTimeout)
		defer cancel()
		_ = db.release(ctx) // they expire anyway
	})
	<-db.pruning
	return nil
}

func (db *DB) NewTable(ctx context.Context) (table.ID, error) {
	var id int64
	err := db.do(ctx, func(ctx context.Context) error {
		const next = `UPDATE last_table SET id = id + $1 RETURNING id`
		return db.pool.QueryRow(ctx, next, int64(store.TableStep())).Scan(&id)
	})
	return table.ID(id), err
}

const (
	// seenFor is how long an interaction is remembered. [store.Commit] asks for at least an hour.
	seenFor        = 65 * time.Minute
	releaseTimeout = time.Second
	// pruneEvery is the time between two calls of forget, which reads the whole table. An index by
	// time would slow every commit.
	pruneEvery = 10 * time.Minute
)

func (db *DB) prune() {
	defer close(db.pruning)
	ticker := time.NewTicker(pruneEvery)
	defer ticker.Stop()
	for {
		select {
		case <-db.closing:
			return
		case <-ticker.C:
		}
		// If this fails, the next round does the work.
		_ = db.do(context.Background(), func(ctx context.Context) error {
			return db.forget(ctx, time.Now().Add(-seenFor))
		})
	}
}

// forget removes interactions from before a time, and leases that have expired long ago.
func (db *DB) forget(ctx context.Context, before time.Time) error {
	var b pgx.Batch
	b.Queue(`DELETE FROM seen WHERE at < $1`, before.UnixMilli())
	b.Queue(`DELETE FROM leases WHERE until < now() - interval '1 hour'`)
	b.Queue(`DELETE FROM claimers WHERE at < now() - interval '1 day'`)
	b.Queue(`DELETE FROM holds WHERE until < now() - interval '1 hour'`)
	return db.pool.SendBatch(ctx, &b).Close()
}
