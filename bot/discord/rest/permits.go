package rest

import (
	"context"
	"log/slog"
	"time"
)

// permits lets requests pass as often as Discord allows with the bot's token. Other processes may
// share the permits. A process has one permit at a time, so little is lost when it dies.
type permits struct {
	limit int
	// take takes permits in common with other processes; it is Config.Permits.
	take func(ctx context.Context, name string, n, limit int, span, pause time.Duration) ([]time.Duration, error)
	// alone gives permits while take fails.
	alone *window
	log   *slog.Logger

	turn  chan struct{} // holds one token, for the request that uses the fields below
	retry time.Time     // when to try take again after it has failed, zero if it has not
}

const (
	permitsName = "requests"
	// permitSpan is a tenth longer than the second in which Discord counts, because requests do
	// not arrive as evenly as they are sent.
	permitSpan = 1100 * time.Millisecond
	// permitTimeout limits taking permits, because requests wait for them.
	permitTimeout = time.Second
	// loneShare is the part of the limit that a process uses while it does not know about others.
	loneShare = 10
	// maxCommonPause limits how long all processes pause because Discord has refused one.
	maxCommonPause = time.Minute
)

func newPermits(cfg Config, log *slog.Logger) *permits {
	p := &permits{
		limit: cfg.PerSecond, take: cfg.Permits, log: log, turn: make(chan struct{}, 1),
		alone: newWindow(1, permitSpan/time.Duration(max(cfg.PerSecond/loneShare, 1))),
	}
	if p.take == nil {
		p.take = takeFrom(newWindow(cfg.PerSecond, permitSpan))
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
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if !time.Now().Before(p.retry) {
		Do, cancel := context.WithTimeout(ctx, permitTimeout)
		defer cancel()
		waits, err := p.take(Do, permitsName, 1, p.limit, permitSpan, 0)
		switch {
		case err == nil:
			p.retry = time.Time{}
			return Sleep(ctx, waits[0])
		case ctx.Err() != nil:
			return ctx.Err()
		case p.retry.IsZero():
			p.log.Warn("cannot share the rate limit with other processes: sending fewer requests", slog.Any("err", err))
			// The first is due in a span, since the processes may just have used all permits.
			p.alone.reserve(time.Now().Add(permitSpan - p.alone.span))
		}
		p.retry = time.Now().Add(permitTimeout)
	}
	return Sleep(ctx, time.Until(p.alone.reserve(time.Now())))
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
