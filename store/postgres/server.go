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

// server is the connection to the database. It repeats calls without an answer.
type server struct {
	pool     *pgxpool.Pool
	instance string // the random name of this handle
	patience time.Duration

	// long holds a token for every call that keeps a connection while it calls its caller, who may
	// need another one.
	long chan struct{}

	// unanswered is when the first call began that got no answer since the last answer to any, as
	// time.Time's UnixNano, 0 for none.
	unanswered atomic.Int64

	mu      sync.Mutex
	closed  bool
	calls   sync.WaitGroup
	closing chan struct{} // closed by Close
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
	// maxSilence is how long the server may answer nothing before hasty calls fail, and hasteTime
	// how long each may take all the same.
	maxSilence = time.Second
	hasteTime  = 250 * time.Millisecond
)

// enter begins a call. Close waits until leave.
func (s *server) enter(ctx context.Context) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, store.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.calls.Add(1)
	return s.calls.Done, nil
}

// close waits for the calls in progress, calls last, and closes the connections.
func (s *server) close(last func()) {
	s.mu.Lock()
	first := !s.closed
	s.closed = true
	s.mu.Unlock()
	if first {
		close(s.closing)
		s.calls.Wait()
		last()
		s.pool.Close()
	}
}

// do repeats a call while the server does not answer. It must be safe to repeat.
func (s *server) do(ctx context.Context, call func(ctx context.Context) error) error {
	_, err := s.try(ctx, attemptTimeout, call)
	return err
}

// try is do with a limit for each try. doubt says that a try that got no answer may have taken
// effect.
func (s *server) try(
	ctx context.Context, limit time.Duration, call func(ctx context.Context) error,
) (doubt bool, err error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	end := time.Now().Add(s.patience)
	trying := ctx
	if entries.IsHasty(ctx) {
		var stop context.CancelFunc
		trying, stop = context.WithCancel(ctx)
		defer stop()
		go s.endInSilence(trying, stop)
	}
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		s.unanswered.CompareAndSwap(0, time.Now().UnixNano())
		attempt, cancel := context.WithTimeout(trying, limit)
		err := call(attempt)
		cancel()
		verdict := judge(err)
		doubt = doubt || verdict == doubtful
		if ctx.Err() != nil && err != nil {
			return doubt, fmt.Errorf("%w: %w", ctx.Err(), err)
		}
		switch verdict {
		case answered:
			s.unanswered.Store(0)
			return doubt, refusalOf(err)
		case doubtful:
			s.pool.Reset() // the other connections have most likely broken, too
		case unreachable:
			if isCode(err, codeReadOnly) {
				s.pool.Reset() // the server has become a standby
			}
		case undone:
			s.unanswered.Store(0)
		}
		if time.Now().After(end) || trying.Err() != nil {
			return doubt, s.explain(err)
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-trying.Done():
			if ctx.Err() == nil {
				return doubt, s.explain(err)
			}
			return doubt, fmt.Errorf("%w: %w", ctx.Err(), err)
		case <-s.closing:
			return doubt, store.ErrClosed
		}
	}
}

// endInSilence calls stop once the server has been silent for too long, unless ctx ends.
func (s *server) endInSilence(ctx context.Context, stop func()) {
	for pause := hasteTime; ; pause = hasteTime / 5 {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		if since := s.unanswered.Load(); since != 0 && time.Since(time.Unix(0, since)) > maxSilence {
			stop()
			return
		}
	}
}

func refusalOf(err error) error {
	if refused := explainRefusal(err); refused != nil {
		return refused
	}
	return refusal(err)
}

// moment runs a long read on a single moment of the store, until the store closes. It is not
// repeated, because read may have told its caller something.
func (s *server) moment(ctx context.Context, read func(ctx context.Context, tx pgx.Tx) error) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-s.closing:
			cancel(store.ErrClosed)
		case <-ctx.Done():
		}
	}()
	select {
	case s.long <- struct{}{}:
		defer func() { <-s.long }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, s.pool, options, func(tx pgx.Tx) error { return read(ctx, tx) })
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return s.unavailable(ctx, err)
}

// unavailable returns the error of a call that is not repeated.
func (s *server) unavailable(ctx context.Context, err error) error {
	switch {
	case judge(err) == answered:
		return refusalOf(err)
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return s.explain(err)
}

// explain returns an error after which a later call may succeed.
func (s *server) explain(err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Detail != "" {
		err = fmt.Errorf("%w: %s", err, refused.Detail)
	}
	at := s.pool.Config().ConnConfig
	return fmt.Errorf("%w: %s: %s", ErrUnavailable, net.JoinHostPort(at.Host, fmt.Sprint(at.Port)), saidOnce(err))
}
