package session

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"
)

// maxResumes bounds the attempts to resume a session: after that the fault may lie with it.
const maxResumes = 3

// Run keeps the bot connected until the context ends, and then returns nil: it stops taking events, waits up to
// Config.GraceTimeout for the handlers that run, and says goodbye to Discord. It returns a FinalError if Discord ends
// the connection in a way that trying again cannot mend. It can be called once.
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

	err := c.supervise(supervising)
	cancel()
	<-drained
	c.leftovers.Wait()
	return err
}

// supervise connects again and again, until the context ends or a close code is final.
func (c *Client) supervise(ctx context.Context) error {
	var state *resumable
	failures := 0
	for {
		if state == nil && c.mayIdentify(ctx) != nil {
			return nil
		}
		began := time.Now()
		out := c.connect(ctx, state)
		if ctx.Err() != nil {
			return nil
		}
		var code *closeError
		if errors.As(out.cause, &code) {
			if err := final(code.code); err != nil {
				c.log.Error("giving up", slog.Any("error", err))
				return err
			}
		}
		if out.ready && time.Since(began) > c.cfg.BackoffMax {
			failures = 0
		}
		if failures >= maxResumes {
			out.state = nil
		}
		state = out.state
		pause := c.pauseAfter(out, failures)
		failures++
		c.log.Warn("disconnected from Discord", slog.Any("cause", out.cause), slog.Bool("was_ready", out.ready),
			slog.Duration("after", time.Since(began)), slog.Bool("resume", state != nil), slog.Duration("pause", pause))
		if Sleep(ctx, pause) != nil {
			return nil
		}
	}
}

// pauseAfter is the time to wait after an attempt. A session that ran and can be resumed is resumed soon, because
// presses are waiting; one that Discord does not know wants 1 to 5 seconds.
// https://discord.com/developers/docs/events/gateway#resuming
func (c *Client) pauseAfter(out outcome, failures int) time.Duration {
	switch {
	case errors.Is(out.cause, errInvalid):
		return max(c.pause(failures), c.cfg.BackoffMin+rand.N(4*c.cfg.BackoffMin))
	case out.ready && out.state != nil:
		return rand.N(c.cfg.BackoffMin)/2 + 1
	}
	return c.pause(failures)
}

// mayIdentify waits until a new session may be begun.
func (c *Client) mayIdentify(ctx context.Context) error {
	if wait := c.identifies.full(time.Now()); wait > 0 {
		c.log.Error("too many sessions begun within a day: waiting, because Discord resets the token otherwise",
			slog.Duration("wait", wait), slog.Int("limit", c.cfg.IdentifiesPerDay))
	}
	if err := c.identifies.wait(ctx); err != nil {
		return err
	}
	return c.spacing.wait(ctx)
}

// pause is how long to wait before the attempt after so many failures.
func (c *Client) pause(failures int) time.Duration {
	return jitter(min(c.cfg.BackoffMin<<min(failures, 16), c.cfg.BackoffMax))
}

// jitter draws from the upper half of d.
func jitter(d time.Duration) time.Duration {
	return d/2 + rand.N(d/2+1)
}
