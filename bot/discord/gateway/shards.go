package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

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
		if final, is := errors.AsType[*FinalError](err); is && final.Code == 4011 && g.cfg.Shards == 0 { // too few
			info, lookup := g.starts.gateway(ctx, 0)
			if lookup == nil && info.Shards > n {
				g.log.Warn("the servers need further shards", slog.Int("shards", n),
					slog.Int("recommended", info.Shards))
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
	shards := g.newShards(n)
	if !g.awaitDuty(ctx, shards) {
		return nil
	}
	group, on := errgroup.WithContext(ctx)
	for _, s := range shards {
		group.Go(func() error { return s.supervise(on) })
	}
	group.Go(func() error { return g.watchDuty(on, shards) })
	final := finalError(group.Wait())
	if final != nil || ctx.Err() != nil {
		g.leaveDuty(shards)
	}
	return final
}

// Of several processes with the same token one has the duty: it is connected for all shards. It
// keeps their sessions for the next one.

const (
	dutyPause    = 500 * time.Millisecond // between two looks who has the duty
	keptFor      = 2 * time.Minute        // while a session is worth a try: one in vain costs seconds
	leaveTimeout = time.Second            // short, because handlers still wait for the end of the program
)

// resumable is what Discord needs to resume a session and to send the missed events again.
type resumable struct {
	ID       string
	URL      string // gateway URL for resuming; may be empty
	Sequence int64  // of the last event
}

// sessions are of all shards at a time, nil for none.
type sessions struct {
	At     time.Time
	Shards []*resumable
}

// sessionsOf returns the sessions as text, "" if there are none.
func sessionsOf(shards []*shard, now time.Time) string {
	all, some := sessions{At: now}, false
	for _, s := range shards {
		session := s.latest.Load()
		some = some || session != nil
		all.Shards = append(all.Shards, session)
	}
	if !some {
		return ""
	}
	text, _ := json.Marshal(all) // never fails
	return string(text)
}

// passTo has the shards resume another process's sessions, unless those are old or do not match.
func (all *sessions) passTo(shards []*shard, now time.Time) {
	if len(all.Shards) != len(shards) || now.Sub(all.At) > keptFor {
		return
	}
	for id, s := range shards {
		s.state = all.Shards[id]
		s.latest.Store(s.state)
	}
}

// awaitDuty returns false if the context ends.
func (g *Gateway) awaitDuty(ctx context.Context, shards []*shard) bool {
	for waited := false; g.cfg.Mine != nil; waited = true {
		mine, kept, err := g.cfg.Mine(ctx, "")
		switch {
		case mine:
			var all sessions
			_ = json.Unmarshal([]byte(kept), &all) // sessions of an older program are not resumed
			all.passTo(shards, time.Now())
			g.watch.set(Connecting, shards...)
			if waited {
				g.log.Info("this process takes over the shards")
			}
			return true
		case ctx.Err() != nil:
			return false
		case err != nil:
			g.log.Error("cannot tell which process has the shards", slog.Any("err", err))
		default:
			g.watch.set(Elsewhere, shards...)
			if !waited {
				g.log.Info("another process has the shards")
			}
		}
		_ = rest.Sleep(ctx, dutyPause)
	}
	return true
}

var errOffDuty = errors.New("another process has the shards")

// watchDuty returns an error when another process has the duty, or may take it over.
func (g *Gateway) watchDuty(ctx context.Context, shards []*shard) error {
	for g.cfg.Mine != nil && rest.Sleep(ctx, dutyPause) == nil {
		mine, _, err := g.cfg.Mine(ctx, sessionsOf(shards, time.Now()))
		if !mine && ctx.Err() == nil {
			g.log.Warn("leaving the shards, which another process has or may take over", slog.Any("err", err))
			return errOffDuty
		}
	}
	return nil
}

func (g *Gateway) leaveDuty(shards []*shard) {
	if g.cfg.Mine == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
	defer cancel()
	if err := g.cfg.Leave(ctx, sessionsOf(shards, time.Now())); err != nil {
		g.log.Warn("cannot leave the shards to the next process, which has to wait", slog.Any("err", err))
	}
}
