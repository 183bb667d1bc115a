package gateway

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"amytis/bot/discord/rest"
)

// dutyPause is the time between two questions whether this process has a shard's session.
const dutyPause = 500 * time.Millisecond

// runShard keeps a shard connected while this process is the one to have its session. It returns
// when the context ends or an error is final.
func (g *Gateway) runShard(ctx context.Context, id, count int) error {
	if g.cfg.OnDuty == nil {
		return newShard(g, id, count).supervise(ctx)
	}
	for {
		s := newShard(g, id, count)
		if !s.awaitDuty(ctx) {
			return nil
		}
		on, off := context.WithCancel(ctx)
		var watch sync.WaitGroup
		watch.Go(func() { s.watchDuty(on, off) })
		err := s.supervise(on)
		off()
		watch.Wait()
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// awaitDuty waits until this process has the shard. It returns false if the context ends.
func (s *shard) awaitDuty(ctx context.Context) bool {
	for waited := false; ctx.Err() == nil; waited = true {
		mine, err := s.gateway.cfg.OnDuty(ctx, s.id, s.count)
		switch {
		case mine:
			s.gateway.watch.set(s.id, Connecting)
			if waited {
				s.log.Info("this process takes over a shard", slog.Int("shard", s.id))
			}
			return true
		case err != nil && ctx.Err() == nil:
			s.log.Error("cannot tell which process has a shard", slog.Int("shard", s.id), slog.Any("err", err))
		case err == nil:
			s.gateway.watch.set(s.id, Elsewhere)
			if !waited {
				s.log.Info("another process has a shard", slog.Int("shard", s.id))
			}
		}
		_ = rest.Sleep(ctx, dutyPause)
	}
	return false
}

// watchDuty calls off when another process has the shard.
func (s *shard) watchDuty(ctx context.Context, off func()) {
	for rest.Sleep(ctx, dutyPause) == nil {
		if mine, err := s.gateway.cfg.OnDuty(ctx, s.id, s.count); !mine && err == nil {
			s.log.Warn("another process has taken over a shard", slog.Int("shard", s.id))
			off()
		}
	}
}
