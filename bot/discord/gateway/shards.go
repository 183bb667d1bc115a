package gateway

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"amytis/bot/discord/rest"
)

// Run runs the shards until the context ends or one of them fails for good. If they are too few,
// and the configuration names no number, it starts again with as many as Discord recommends by
// then.
func (g *Gateway) Run(ctx context.Context) error {
	for {
		n, err := g.shardCount(ctx)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		err = g.run(ctx, n)
		if !tooFewShards(err) || g.cfg.Shards > 0 {
			return err
		}
		info, lookup := g.starts.gateway(ctx, 0)
		if lookup != nil || info.Shards <= n {
			return err
		}
		g.log.Warn("the servers need further shards", slog.Int("shards", n), slog.Int("recommended", info.Shards))
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

func (g *Gateway) run(ctx context.Context, n int) error {
	g.watch.resetShards(n)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	until := func(end func(context.Context) error) {
		all.Go(func() {
			if err := end(ctx); err != nil {
				cancel(err)
			}
		})
	}
	for id := range n {
		until(func(ctx context.Context) error { return g.runShard(ctx, id, n) })
	}
	until(g.watchToken)
	all.Wait()
	var final *FinalError
	if errors.As(context.Cause(ctx), &final) {
		return final
	}
	return nil
}

const tokenCheckPause = time.Minute

// watchToken checks the token whenever Discord refused it for a request. It returns a FinalError if
// it is bad.
func (g *Gateway) watchToken(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-g.rest.Unauthorized:
		}
		if _, err := g.starts.gateway(ctx, 0); finalError(err) != nil {
			return err
		}
		if rest.Sleep(ctx, tokenCheckPause) != nil {
			return nil
		}
	}
}
