package session

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// Run keeps the bot connected until ctx ends, and then returns nil. To stop, it takes no further
// events, waits up to Config.GraceTimeout for running handlers, and closes the session. It returns
// a [FinalError] if Discord ended a connection in a way that another attempt cannot fix, or does
// not accept the token. It can be called once.
func (c *Client) Run(ctx context.Context) error {
	if c.running.Swap(true) {
		return errors.New("session: Run was called twice")
	}
	routeLibraryLog(c.log)
	defer c.rest.closeIdle()

	c.events.start(ctx)
	drained := make(chan struct{})
	supervising, cancel := context.WithCancel(ctx)
	context.AfterFunc(supervising, func() {
		defer close(drained)
		c.events.drain()
	})

	err := c.runShards(supervising)
	if err != nil {
		c.log.Error("giving up", slog.Any("err", err))
	}
	cancel()
	<-drained
	c.closingSessions.Wait()
	return err
}

// runShards runs the shards until the context ends or one of them fails for good. If they are too
// few, and the configuration names no number, it starts again with the number that Discord
// recommends by then.
func (c *Client) runShards(ctx context.Context) error {
	for {
		n, err := c.shardCount(ctx)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		err = c.run(ctx, n)
		if !tooFewShards(err) || c.cfg.Shards > 0 {
			return err
		}
		info, lookup := c.starts.ask(ctx)
		if lookup != nil || info.Shards <= n {
			return err
		}
		c.log.Warn("the servers need further shards", slog.Int("had", n), slog.Int("recommended", info.Shards))
	}
}

// shardCount returns the configured or the recommended number of shards. It asks until Discord
// answers. An error is final; the number is 0 if the context ends.
func (c *Client) shardCount(ctx context.Context) (int, error) {
	if c.cfg.Shards > 0 {
		return c.cfg.Shards, nil
	}
	for failures := 0; ; failures++ {
		info, err := c.starts.gateway(ctx)
		if err == nil {
			return max(info.Shards, 1), nil
		}
		if ctx.Err() != nil {
			return 0, nil
		}
		if final := finalError(err); final != nil {
			return 0, final
		}
		pause := max(c.pause(failures), RetryAfter(err))
		c.log.Warn("cannot ask Discord for the gateway", slog.Any("err", err), slog.Duration("pause", pause))
		if Sleep(ctx, pause) != nil {
			return 0, nil
		}
	}
}

// run runs n shards until the context ends or one of them fails for good.
func (c *Client) run(ctx context.Context, n int) error {
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
		until(newShard(c, id, n).supervise)
	}
	until(c.watchToken)
	all.Wait()
	var final *FinalError
	if errors.As(context.Cause(ctx), &final) {
		return final
	}
	return nil
}

// tokenCheckPause is the time between two checks of the token.
const tokenCheckPause = time.Minute

// watchToken checks the token whenever Discord refused it for a request. It returns a FinalError if
// the token is bad, and nil if the context ends.
func (c *Client) watchToken(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-c.rest.unauthorized:
		}
		if _, err := c.starts.ask(ctx); finalError(err) != nil {
			return err
		}
		if Sleep(ctx, tokenCheckPause) != nil {
			return nil
		}
	}
}
