package session

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// permits lets requests pass as often as Discord allows with the bot's token. Other processes may
// share the permits. A request that finds others waiting takes permits for all of them.
type permits struct {
	limit int
	// take takes permits in common with other processes; it is Config.Permits.
	take func(ctx context.Context, name string, n, limit int, span, pause time.Duration) ([]time.Duration, error)
	// alone gives permits while take fails.
	alone *window
	log   *slog.Logger

	waiting atomic.Int32
	turn    chan struct{} // holds one token, for the request that uses the fields below

	ready   []time.Time // when the permits that are left are due
	last    time.Time   // when the last permit is due
	failing bool
	retry   time.Time // when to try take again, after it has failed
}

const (
	permitsName = "requests"
	// permitSpan is a tenth longer than the second in which Discord counts, because requests do
	// not arrive as evenly as they are sent.
	permitSpan = 1100 * time.Millisecond
	// maxPermits is how many permits are taken at once, and so how many are lost at most when the
	// process dies.
	maxPermits = 10
	// permitAge is when a permit is too late to be used. Others may have the next ones, which would
	// be used within a second of it.
	permitAge = permitSpan - time.Second
	// permitTimeout limits taking permits, because requests wait for them.
	permitTimeout = time.Second
	// loneShare is the part of the limit that a process uses while it does not know about others.
	loneShare = 10
	// maxCommonPause limits how long all processes pause because Discord has refused one.
	maxCommonPause = time.Minute
)

func newPermits(cfg Config, log *slog.Logger) *permits {
	p := &permits{
		limit: cfg.RequestsPerSecond, take: cfg.Permits, log: log, turn: make(chan struct{}, 1),
		alone: newWindow(1, permitSpan/time.Duration(max(cfg.RequestsPerSecond/loneShare, 1))),
	}
	if p.take == nil {
		p.take = takeFrom(newWindow(cfg.RequestsPerSecond, permitSpan))
	}
	return p
}

// takeFrom returns a permits.take of a process that shares its permits with no other.
func takeFrom(w *window) func(context.Context, string, int, int, time.Duration, time.Duration) ([]time.Duration, error) {
	return func(_ context.Context, _ string, n, _ int, _, _ time.Duration) ([]time.Duration, error) {
		waits, now := make([]time.Duration, n), time.Now()
		for i := range waits {
			waits[i] = w.reserve(now).Sub(now)
		}
		return waits, nil
	}
}

// wait waits until a request may be made. If the caller gives up, its permit may be lost.
func (p *permits) wait(ctx context.Context) error {
	p.waiting.Add(1)
	due, err := p.next(ctx)
	p.waiting.Add(-1)
	if err != nil {
		return err
	}
	return Sleep(ctx, time.Until(due))
}

// next returns when the next permit is due.
func (p *permits) next(ctx context.Context) (time.Time, error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	}
	for len(p.ready) > 0 && time.Since(p.ready[0]) >= permitAge {
		p.ready = p.ready[1:]
	}
	if len(p.ready) == 0 {
		// Until then, permits are left to other processes.
		if err := Sleep(ctx, time.Until(p.last)); err != nil {
			return time.Time{}, err
		}
		p.takeMore(ctx)
	}
	if err := ctx.Err(); err != nil {
		return time.Time{}, err
	}
	due := p.ready[0]
	p.ready = p.ready[1:]
	return due, nil
}

// takeMore takes permits for the requests that wait, or one if the other processes cannot be
// reached.
func (p *permits) takeMore(ctx context.Context) {
	if time.Now().Before(p.retry) {
		p.takeAlone()
		return
	}
	n := min(max(int(p.waiting.Load()), 1), maxPermits)
	limited, cancel := context.WithTimeout(ctx, permitTimeout)
	defer cancel()
	waits, err := p.take(limited, permitsName, n, p.limit, permitSpan, 0)
	if err != nil && ctx.Err() != nil {
		return
	}
	if err != nil {
		if !p.failing {
			p.log.Warn("cannot share the rate limit with other processes: sending fewer requests", slog.Any("err", err))
			// The first is due in a span, since the processes may just have used all permits.
			p.alone.reserve(time.Now().Add(permitSpan - p.alone.span))
		}
		p.failing, p.retry = true, time.Now().Add(permitTimeout)
		p.takeAlone()
		return
	}
	p.failing = false
	now := time.Now()
	for _, wait := range waits {
		p.ready = append(p.ready, now.Add(wait))
	}
	p.last = p.ready[len(p.ready)-1]
}

// takeAlone takes a permit without asking the other processes.
func (p *permits) takeAlone() {
	p.last = p.alone.reserve(time.Now())
	p.ready = append(p.ready, p.last)
}

// pause has all processes wait, because Discord has refused a request of this one.
func (p *permits) pause(d time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), permitTimeout)
	defer cancel()
	_, err := p.take(ctx, permitsName, 0, p.limit, permitSpan, min(d, maxCommonPause))
	if err != nil {
		p.log.Warn("cannot tell other processes that Discord limits the bot", slog.Any("err", err))
	}
}
