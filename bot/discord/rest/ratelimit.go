package rest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// limiter keeps the rate limits of the bot's token: requests per second, and what Discord announced
// for each bucket, which is one or more kinds of request on one channel. A lane is one kind of
// request on one channel. It has one request in progress at a time, which also keeps a channel's
// messages in order.
type limiter struct {
	global  *window // for all requests
	traffic *traffic

	mu      sync.Mutex
	blocked time.Time // no request may be sent before this time
	lanes   map[string]*lane
	names   map[string]string  // of buckets as Discord told them, by the name of a request
	buckets map[string]*bucket // by keyOf
	swept   time.Time
}

type lane struct {
	turn  chan struct{} // holds one token, for the request in progress
	users int           // guarded by limiter.mu
}

// bucket is guarded by limiter.mu.
type bucket struct {
	left   int // requests until reset, -1: unknown
	reset  time.Time
	flying int // requests in progress
}

// pass is a request that waits or is in progress.
type pass struct {
	of     Request
	lane   *lane
	inTurn bool
	bucket *bucket // nil until it is counted there
}

func newLimiter(cfg Config, log *slog.Logger) *limiter {
	return &limiter{
		global: newWindow(cfg.PerSecond, globalSpan), traffic: newTraffic(log),
		lanes: map[string]*lane{}, names: map[string]string{}, buckets: map[string]*bucket{},
	}
}

// keyOf returns the key of a request's bucket. Lanes with the same bucket share it on one channel.
// https://discord.com/developers/docs/topics/rate-limits#header-format
func (l *limiter) keyOf(q Request) string {
	name := l.names[q.Name()]
	if name == "" || len(q.IDs) == 0 {
		return q.limit()
	}
	return "bucket " + name + " " + q.IDs[0]
}

func (l *limiter) bucketOf(q Request) *bucket {
	key := l.keyOf(q)
	b := l.buckets[key]
	if b == nil {
		b = &bucket{left: -1}
		l.buckets[key] = b
	}
	return b
}

// enter waits until a request may be made. leave must be given what it returns.
func (l *limiter) enter(ctx context.Context, q Request) (*pass, error) {
	if err := l.traffic.check(q, maxRefused); err != nil {
		return nil, err
	}
	p := l.joinLane(q)
	if err := l.await(ctx, p); err != nil {
		l.leaveLane(p)
		return nil, &Error{Route: q.Name(), Err: fmt.Errorf("waiting for the rate limit: %w", err)}
	}
	return p, nil
}

func (l *limiter) joinLane(q Request) *pass {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.swept) >= time.Second {
		l.swept = now
		maps.DeleteFunc(l.buckets, func(_ string, b *bucket) bool { return b.flying == 0 && !b.reset.After(now) })
	}
	in := l.lanes[q.limit()]
	if in == nil {
		in = &lane{turn: make(chan struct{}, 1)}
		l.lanes[q.limit()] = in
	}
	in.users++
	return &pass{of: q, lane: in}
}

func (l *limiter) await(ctx context.Context, p *pass) error {
	select {
	case p.lane.turn <- struct{}{}:
		p.inTurn = true
	case <-ctx.Done():
		return ctx.Err()
	}
	for wait := l.count(p); wait > 0; wait = l.count(p) {
		if err := Sleep(ctx, wait); err != nil {
			return err
		}
	}
	for {
		if err := l.global.wait(ctx, p.of.Turn); err != nil {
			return err
		}
		l.mu.Lock()
		wait := time.Until(l.blocked)
		l.mu.Unlock()
		if wait <= 0 {
			return nil
		}
		// After the pause the request needs another time, or all that wait would be sent at once.
		if err := Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// count counts a request in its bucket, or returns how long to wait for that.
func (l *limiter) count(p *pass) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucketOf(p.of)
	wait = time.Until(b.reset)
	switch {
	case wait <= 0:
		b.left = -1
	case b.left == 0:
		return wait
	case b.left > 0:
		b.left--
	}
	b.flying++
	p.bucket = b
	return 0
}

// leave reads the limits from the response and lets the next request in.
func (l *limiter) leave(p *pass, header http.Header, err error) {
	l.mu.Lock()
	p.bucket.flying--
	p.bucket = nil
	l.learn(p.of, header, err)
	l.mu.Unlock()
	l.leaveLane(p)
}

func (l *limiter) leaveLane(p *pass) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.bucket != nil {
		p.bucket.flying--
	}
	if p.inTurn {
		<-p.lane.turn
	}
	if p.lane.users--; p.lane.users == 0 {
		delete(l.lanes, p.of.limit())
	}
}

func (l *limiter) learn(q Request, header http.Header, err error) {
	var e *Error
	refused := errors.As(err, &e) && e.Status == http.StatusTooManyRequests
	now := time.Now()
	if until := now.Add(RetryAfter(err)); refused && e.global && until.After(l.blocked) {
		l.blocked = until
	}
	if errors.Is(err, ErrTooManyEdits) {
		return // a limit of old messages must not delay others
	}
	if name := header.Get("X-RateLimit-Bucket"); name != "" {
		l.names[q.Name()] = name
	}
	b := l.bucketOf(q)
	if remaining, err := strconv.Atoi(header.Get("X-RateLimit-Remaining")); err == nil {
		after, _ := strconv.ParseFloat(header.Get("X-RateLimit-Reset-After"), 64)
		if b.flying > 0 && b.left >= 0 {
			remaining = min(remaining, b.left) // Discord may not have counted all that are on their way
		}
		b.left, b.reset = remaining, now.Add(seconds(after))
	}
	if refused && !e.global {
		b.left, b.reset = 0, now.Add(e.RetryAfter)
	}
}

// globalSpan is a tenth longer than the second in which Discord counts, because requests do not
// arrive as evenly as they are sent. Only one of the processes that share a token sends messages,
// so each of them may use the whole limit.
const globalSpan = 1100 * time.Millisecond

// window admits at most a fixed number of events in any span of time, as Discord counts requests.
// It remembers the times of the last events, so there is no burst at a boundary.
type window struct {
	span time.Duration
	// line and next hold a token each: of the first that may wait, and of who takes the next time.
	line, next chan struct{}
	times      []time.Time // a ring, of who has next
	oldest     int
}

func newWindow(limit int, span time.Duration) *window {
	return &window{span: span, times: make([]time.Time, max(limit, 1)), line: make(chan struct{}, 1), next: make(chan struct{}, 1)}
}

// wait waits for the next free time and takes it, unless the context ends before.
func (w *window) wait(ctx context.Context, turn Turn) error {
	queues := []chan struct{}{w.line, w.next}
	switch turn {
	case First:
		queues = queues[1:]
	case IfFree:
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, spareTime)
		defer cancel()
	}
	for _, queue := range queues {
		select {
		case queue <- struct{}{}:
			defer func() { <-queue }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := Sleep(ctx, time.Until(w.times[w.oldest].Add(w.span))); err != nil {
		return err
	}
	w.times[w.oldest] = time.Now()
	w.oldest = (w.oldest + 1) % len(w.times)
	return nil
}

// Sleep waits for d or the end of the context, whose error it returns.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Signal has c receive, once, unless it already has something to receive. It never blocks.
func Signal[T any](c chan<- T, what T) {
	select {
	case c <- what:
	default:
	}
}
