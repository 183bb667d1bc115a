package session

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"
)

// maxResumes limits the attempts to resume a session. If all fail, the session itself may be at
// fault.
const maxResumes = 3

// Run keeps the bot connected until ctx ends, and then returns nil. To stop, it takes no further
// events, waits up to Config.GraceTimeout for running handlers, and closes the session. It returns
// a [FinalError] if Discord ended the connection in a way that another attempt cannot fix. It can
// be called once.
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
	c.closingSessions.Wait()
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
			if err := finalError(code.code); err != nil {
				c.log.Error("giving up", slog.Any("err", err))
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
		c.log.Warn("disconnected from Discord", slog.Any("err", out.cause), slog.Bool("was_ready", out.ready),
			slog.Duration("after", time.Since(began)), slog.Bool("resume", state != nil), slog.Duration("pause", pause))
		if Sleep(ctx, pause) != nil {
			return nil
		}
	}
}

// pauseAfter returns the time to wait after an attempt. A session that was ready is resumed soon,
// because players are waiting. After "invalid session" Discord asks for a pause of 1 to 5 seconds.
// https://discord.com/developers/docs/events/gateway#resuming
func (c *Client) pauseAfter(out outcome, failures int) time.Duration {
	switch {
	case errors.Is(out.cause, errInvalidSession):
		return max(c.pause(failures), c.cfg.BackoffMin+rand.N(4*c.cfg.BackoffMin))
	case out.ready && out.state != nil:
		return rand.N(c.cfg.BackoffMin)/2 + 1
	}
	return c.pause(failures)
}

// mayIdentify waits until a new session may be started.
func (c *Client) mayIdentify(ctx context.Context) error {
	if wait := c.identifyLimit.timeUntilFree(time.Now()); wait > 0 {
		c.log.Error("too many sessions started within a day: waiting, because Discord would reset the token",
			slog.Duration("wait", wait), slog.Int("limit", c.cfg.IdentifiesPerDay))
	}
	if err := c.identifyLimit.wait(ctx); err != nil {
		return err
	}
	return c.identifySpacing.wait(ctx)
}

// pause returns the time to wait after this many failures.
func (c *Client) pause(failures int) time.Duration {
	return jitter(min(c.cfg.BackoffMin<<min(failures, 16), c.cfg.BackoffMax))
}

// jitter returns a random duration from the upper half of d.
func jitter(d time.Duration) time.Duration {
	return d/2 + rand.N(d/2+1)
}
