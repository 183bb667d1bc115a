package postgres

import (
	"cmp"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"amytis/store"
	"amytis/store/core"
)

// DB is a handle of a store in a database, safe for concurrent use, see [store.Store].
type DB struct {
	*core.Store
	handle *handle
}

var _ store.Store = (*DB)(nil)

// Open opens the store in a database, and makes the schema in an empty one. The error messages say
// what to do, and never show the password. Causes are [ErrUnavailable], [store.ErrNewer] and
// [store.ErrDamaged].
func Open(ctx context.Context, o Options) (*DB, error) {
	cfg, err := o.parse()
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	h := &handle{
		pool: pool, instance: store.NewNonce(), patience: cmp.Or(o.Patience, defaultPatience),
		tries: make(chan *try, cfg.MaxConns), changed: make(chan struct{}, 1), tell: make(chan struct{}, 1),
		long: make(chan struct{}, maxLong),
	}
	h.open, h.end = context.WithCancel(context.Background())
	for i := range cap(h.tries) {
		h.tries <- &try{name: fmt.Sprintf("%s %d", h.instance, i)}
	}
	_, err = h.retryWithin(ctx, longTimeout, func(ctx context.Context) error {
		return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error { return setUp(ctx, c.Conn(), o.Program) })
	})
	if err != nil {
		h.end()
		pool.Close()
		return nil, fmt.Errorf("store: %w", err)
	}
	h.calls.Go(h.listenForChanges)
	h.calls.Go(h.tellChanges)
	return &DB{core.New(h, core.Options{Replay: o.Replay}), h}, nil
}
