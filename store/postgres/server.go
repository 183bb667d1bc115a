package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"amytis/store"
	"amytis/store/entries"
)

// handle implements [entries.DB] on connections to a database. It repeats calls without an answer.
type handle struct {
	pool     *pgxpool.Pool
	instance string // the random name of this handle
	patience time.Duration
	tries    chan *try // not in use now
	changed  chan struct{}
	tell     chan struct{} // receives when this handle has added a number
	// long holds a token for every call that keeps a connection while it calls its caller, who may
	// need another one.
	long chan struct{}
	// unanswered is when the first call began that got no answer since the last answer to any, as
	// time.Time's UnixNano, 0 for none.
	unanswered atomic.Int64

	mu    sync.Mutex // for entering a call, and for ending open
	calls sync.WaitGroup
	open  context.Context // ends when Close is called
	end   context.CancelFunc
}

const (
	// attemptTimeout limits one try. A server whose machine has died gives no error.
	attemptTimeout = 4 * time.Second
	// longTimeout limits one try that may have to look at everything.
	longTimeout = 10 * time.Minute
	// firstPause and lastPause limit the doubling pause between two tries.
	firstPause = 5 * time.Millisecond
	lastPause  = 250 * time.Millisecond
	maxLong    = 2
	// Hasty calls fail once the server has been silent for maxSilence, but not before hasteTime.
	maxSilence = time.Second
	hasteTime  = 250 * time.Millisecond
)

// enterCall begins a call. Close waits until leave.
func (h *handle) enterCall(ctx context.Context) (leave func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open.Err() != nil {
		return nil, store.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h.calls.Add(1)
	return h.calls.Done, nil
}

// Close gives up the holds of the handle if the server answers soon: they expire anyway.
func (h *handle) Close() error {
	h.mu.Lock()
	closed := h.open.Err() != nil
	h.end()
	h.mu.Unlock()
	if closed {
		return nil
	}
	h.calls.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var b pgx.Batch
	b.Queue(`DELETE FROM holds WHERE holder = $1`, h.instance)
	b.Queue(`DELETE FROM tries WHERE starts_with(name, $1)`, h.instance+" ")
	_ = h.pool.SendBatch(ctx, &b).Close()
	h.pool.Close()
	signal(h.changed) // who waits learns that the handle is closed
	return nil
}

// retry repeats a call while the server does not answer. It must be safe to repeat.
func (h *handle) retry(ctx context.Context, call func(ctx context.Context) error) error {
	_, err := h.retryWithin(ctx, attemptTimeout, call)
	return err
}

// retryWithin is retry with a limit for each try. doubt says that one may have taken effect.
func (h *handle) retryWithin(
	ctx context.Context, limit time.Duration, call func(ctx context.Context) error,
) (doubt bool, err error) {
	leave, err := h.enterCall(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	end := time.Now().Add(h.patience)
	trying := ctx
	if entries.IsHasty(ctx) {
		var stop context.CancelFunc
		trying, stop = context.WithCancel(ctx)
		defer stop()
		go h.endInSilence(trying, stop)
	}
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		h.unanswered.CompareAndSwap(0, time.Now().UnixNano())
		attempt, cancel := context.WithTimeout(trying, limit)
		err := call(attempt)
		cancel()
		verdict := judgeError(err)
		doubt = doubt || verdict == doubtful
		if ctx.Err() != nil && err != nil {
			return doubt, fmt.Errorf("%w: %w", ctx.Err(), err)
		}
		switch verdict {
		case answered:
			h.unanswered.Store(0)
			return doubt, refusalOf(err)
		case doubtful:
			h.pool.Reset() // the other connections have most likely broken, too
		case unreachable:
			if server, refused := errors.AsType[*pgconn.PgError](err); refused && server.Code == codeReadOnly {
				h.pool.Reset() // it has become a standby
			}
		case undone:
			h.unanswered.Store(0)
		}
		if time.Now().After(end) || trying.Err() != nil {
			return doubt, h.explainUnavailable(err)
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-trying.Done():
			if ctx.Err() == nil {
				return doubt, h.explainUnavailable(err)
			}
			return doubt, fmt.Errorf("%w: %w", ctx.Err(), err)
		case <-h.open.Done():
			return doubt, store.ErrClosed
		}
	}
}

// endInSilence calls stop once the server has been silent for too long, unless ctx ends.
func (h *handle) endInSilence(ctx context.Context, stop func()) {
	for pause := hasteTime; ; pause = hasteTime / 5 {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		if since := h.unanswered.Load(); since != 0 && time.Since(time.Unix(0, since)) > maxSilence {
			stop()
			return
		}
	}
}

// viewMoment runs a long read on a single moment, until the store closes. It is not repeated,
// because read may have told its caller something.
func (h *handle) viewMoment(ctx context.Context, read func(ctx context.Context, tx pgx.Tx) error) error {
	leave, err := h.enterCall(ctx)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(h.open, func() { cancel(store.ErrClosed) })()
	select {
	case h.long <- struct{}{}:
		defer func() { <-h.long }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, h.pool, options, func(tx pgx.Tx) error { return read(ctx, tx) })
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case judgeError(err) == answered:
		return refusalOf(err)
	}
	return h.explainUnavailable(err)
}

// explainUnavailable returns an error after which a later call may succeed.
func (h *handle) explainUnavailable(err error) error {
	if server, refused := errors.AsType[*pgconn.PgError](err); refused && server.Detail != "" {
		err = fmt.Errorf("%w: %s", err, server.Detail)
	}
	at := h.pool.Config().ConnConfig
	return fmt.Errorf("%w: %s: %s", ErrUnavailable, net.JoinHostPort(at.Host, fmt.Sprint(at.Port)), textOnce(err))
}
