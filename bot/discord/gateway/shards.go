package gateway

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"amytis/bot/discord/rest"
)

// Run keeps the shards connected while this process has the duty, until the context ends or one of
// them fails for good. If they are too few, and the configuration names no number, it starts again
// with as many as Discord recommends by then.
func (g *Gateway) Run(ctx context.Context) error {
	for {
		n, err := g.shardCount(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		err = g.run(ctx, n)
		if tooFewShards(err) && g.cfg.Shards == 0 {
			info, lookup := g.starts.gateway(ctx, 0)
			if lookup == nil && info.Shards > n {
				g.log.Warn("the servers need further shards", slog.Int("shards", n), slog.Int("recommended", info.Shards))
				continue
			}
		}
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// shardCount asks until Discord answers. An error is final; the number is 0 if the context ends.
func (g *Gateway) shardCount(ctx context.Context) (int, error) {
	if g.cfg.Shards > 0 {
		return g.cfg.Shards, nil
	}
	for failures := 0; ; failures++ {
		info, err := g.starts.gateway(ctx, infoAge)
		if err == nil {
			return max(info.Shards, 1), nil
		}
		if ctx.Err() != nil {
			return 0, nil
		}
		if final := finalError(err); final != nil {
			return 0, final
		}
		pause := max(g.pause(failures), rest.RetryAfter(err))
		g.log.Warn("cannot ask Discord for the gateway", slog.Any("err", err), slog.Duration("pause", pause))
		if rest.Sleep(ctx, pause) != nil {
			return 0, nil
		}
	}
}

// run returns nil if the context ends or the duty is lost.
func (g *Gateway) run(ctx context.Context, n int) error {
	g.watch.resetShards(n)
	shards := make([]*shard, n)
	for id := range shards {
		shards[id] = newShard(g, id, n)
	}
	if !g.awaitDuty(ctx, shards) {
		return nil
	}
	on, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	until := func(end func(context.Context) error) {
		all.Go(func() {
			if err := end(on); err != nil {
				cancel(err)
			}
		})
	}
	for _, s := range shards {
		until(s.supervise)
	}
	until(func(ctx context.Context) error { return g.watchDuty(ctx, shards) })
	all.Wait()
	var final *FinalError
	if errors.As(context.Cause(on), &final); final != nil || ctx.Err() != nil {
		g.leaveDuty(shards)
	}
	if final != nil {
		return final
	}
	return nil
}
