package rest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// limiter keeps the rate limits of the bot's token: the number of requests per second, and for each
// bucket the rest that Discord announced. A bucket is one kind of request on one channel. Each
// bucket has one request in progress at a time, which also keeps a channel's messages in order.
// Idle buckets are forgotten.
type limiter struct {
	global  *permits
	refused *refusals
	slow    *window // for requests after many refusals

	mu      sync.Mutex
	blocked time.Time // no request may be sent before this time
	buckets map[string]*bucket
	swept   time.Time
}

type bucket struct {
	key   string
	turn  chan struct{} // holds one token, for the request in progress
	users int           // guarded by limiter.mu

	left  int // requests until reset, -1: unknown; written with turn and limiter.mu, like reset
	reset time.Time
}

func newLimiter(cfg Config, log *slog.Logger) *limiter {
	return &limiter{
		global:  newPermits(cfg, log),
		refused: &refusals{log: log},
		slow:    newWindow(1, slowPause),
		buckets: map[string]*bucket{},
	}
}

// enter waits until a request may be made in the bucket. The caller must pass the returned bucket
// to leave.
func (l *limiter) enter(ctx context.Context, key string) (*bucket, error) {
	if err := l.refused.check(maxRefused); err != nil {
		return nil, err
	}
	b := l.acquire(key)
	select {
	case b.turn <- struct{}{}:
	case <-ctx.Done():
		l.release(b)
		return nil, ctx.Err()
	}
	if err := l.await(ctx, b); err != nil {
		<-b.turn
		l.release(b)
		return nil, err
	}
	return b, nil
}

func (l *limiter) await(ctx context.Context, b *bucket) error {
	if b.left == 0 {
		if err := Sleep(ctx, time.Until(b.reset)); err != nil {
			return err
		}
		l.mu.Lock()
		b.left = -1
		l.mu.Unlock()
	}
	if l.refused.until(slowAtRefused, time.Now()) > 0 {
		if err := l.slow.wait(ctx); err != nil {
			return err
		}
	}
	for {
		if err := l.global.wait(ctx); err != nil {
			return err
		}
		l.mu.Lock()
		wait := time.Until(l.blocked)
		l.mu.Unlock()
		if wait <= 0 {
			return nil
		}
		// After the pause the request needs another permit, or all that wait would be sent at once.
		if err := Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// leave reads the limits from the response and lets the next request into the bucket.
func (l *limiter) leave(b *bucket, header http.Header, err error) {
	now := time.Now()
	left, reset := b.left, b.reset
	ofBucket := !errors.Is(err, ErrTooManyEdits) // a limit of old messages must not delay others
	if remaining, err := strconv.Atoi(header.Get("X-RateLimit-Remaining")); err == nil && ofBucket {
		after, _ := strconv.ParseFloat(header.Get("X-RateLimit-Reset-After"), 64)
		left, reset = remaining, now.Add(seconds(after))
	}
	var e *Error
	if errors.As(err, &e) && e.Status == http.StatusTooManyRequests {
		switch {
		case e.global:
			l.block(now.Add(e.RetryAfter))
			l.global.pause(e.RetryAfter)
		case ofBucket:
			left, reset = 0, now.Add(e.RetryAfter)
		}
	}
	l.mu.Lock()
	b.left, b.reset = left, reset
	l.mu.Unlock()
	<-b.turn
	l.release(b)
}

// Left returns how many requests with the rate limit of q may be made until a time, by what Discord
// answered last. It returns false if Discord has not said, or if that time has passed.
func (r *Client) Left(q Request) (n int, until time.Time, known bool) {
	return r.limits.left(q.limit())
}

// left returns how many requests a bucket still allows until a time. It returns false if Discord
// has not said, or if that time has passed.
func (l *limiter) left(key string) (n int, until time.Time, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[key]
	if b == nil || b.left < 0 || !b.reset.After(time.Now()) {
		return 0, time.Time{}, false
	}
	return b.left, b.reset, true
}

func (l *limiter) block(until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until.After(l.blocked) {
		l.blocked = until
	}
}

func (l *limiter) acquire(key string) *bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(time.Now())
	b := l.buckets[key]
	if b == nil {
		b = &bucket{key: key, turn: make(chan struct{}, 1), left: -1}
		l.buckets[key] = b
	}
	b.users++
	return b
}

func (l *limiter) release(b *bucket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b.users--
	if b.users == 0 && !b.reset.After(time.Now()) {
		delete(l.buckets, b.key)
	}
}

// sweep forgets unused buckets whose reset has passed, at most once a second.
func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Second {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if b.users == 0 && !b.reset.After(now) {
			delete(l.buckets, key)
		}
	}
}
