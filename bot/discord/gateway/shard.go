package gateway

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"amytis/bot/discord/rest"
)

// maxResumes is in a row. If none of them lasts, the session itself may be at fault.
const maxResumes = 3

// shard is the connection for a part of the servers.
// https://discord.com/developers/docs/events/gateway#sharding
type shard struct {
	gateway   *Gateway
	id, count int
	log       *slog.Logger

	state    *resumable                // session to resume, nil for a new one
	latest   atomic.Pointer[resumable] // for the next process, nil before the first event
	resumes  int                       // resumes of that session since a connection lasted
	failures int                       // identifies and resumes since a connection lasted
	dials    int                       // attempts since the last of those
}

func newShard(g *Gateway, id, count int) *shard {
	s := &shard{gateway: g, id: id, count: count, log: g.log}
	if count > 1 {
		s.log = g.log.With(slog.Int("shard", id), slog.Int("shards", count))
	}
	return s
}

// supervise connects again and again, until the context ends or an error is final.
func (s *shard) supervise(ctx context.Context) error {
	for {
		began := time.Now()
		out := s.attempt(ctx)
		if ctx.Err() != nil {
			s.state = out.state
			return nil
		}
		if err := finalError(out.cause); err != nil {
			return err
		}
		s.account(out, time.Since(began))
		pause := s.pauseAfter(out)
		s.log.Warn("disconnected from Discord", slog.Any("err", out.cause), slog.Bool("was_ready", out.ready),
			slog.Duration("after", time.Since(began)), slog.Bool("resume", s.state != nil), slog.Duration("pause", pause))
		if rest.Sleep(ctx, pause) != nil {
			return nil
		}
	}
}

func (s *shard) attempt(ctx context.Context) outcome {
	if s.state != nil {
		url, err := s.resumeURL(ctx)
		if err != nil {
			return outcome{cause: err, state: s.state}
		}
		return s.connect(ctx, url, nil)
	}
	start, err := s.gateway.starts.admit(ctx, s.id)
	if err != nil {
		return outcome{cause: err}
	}
	defer start.giveBack()
	return s.connect(ctx, start.url, start.use)
}

// fallBackEvery is after how many failed dials a session is resumed at the usual gateway.
const fallBackEvery = 3

// resumeURL is the address from READY. If nobody answers there, it is the usual gateway from time
// to time.
func (s *shard) resumeURL(ctx context.Context) (string, error) {
	if s.state.url != "" && (s.dials+1)%fallBackEvery != 0 {
		return s.state.url, nil
	}
	info, err := s.gateway.starts.gateway(ctx, infoAge)
	if err != nil && s.state.url != "" && finalError(err) == nil {
		return s.state.url, nil
	}
	return info.URL, err
}

// account decides whether to resume after an attempt. A failed dial says nothing about the session:
// Discord keeps it for some minutes, and then says so by op 9.
func (s *shard) account(out outcome, took time.Duration) {
	s.state = out.state
	if !out.greeted {
		s.dials++
		return
	}
	s.dials = 0
	if out.ready && took > s.gateway.cfg.BackoffMax {
		s.failures, s.resumes = 0, 0
	}
	s.failures++
	if s.state == nil || s.resumes >= maxResumes {
		s.state = nil
		s.resumes = 0
		return
	}
	s.resumes++
}

// maxDialPause limits the pause while there is a session to resume, which Discord keeps for some
// minutes only.
const maxDialPause = 10 * time.Second

// pauseAfter resumes a session that was ready soon, because players are waiting. After "invalid
// session" Discord asks for a pause of 1 to 5 seconds.
// https://discord.com/developers/docs/events/gateway#resuming
func (s *shard) pauseAfter(out outcome) time.Duration {
	cfg := s.gateway.cfg
	attempts := s.dials
	if out.greeted {
		attempts = s.failures
	}
	pause := max(s.gateway.pause(max(attempts-1, 0)), rest.RetryAfter(out.cause))
	switch {
	case errors.Is(out.cause, errInvalidSession):
		return max(pause, cfg.BackoffMin+rand.N(4*cfg.BackoffMin))
	case out.ready && s.state != nil && s.failures <= maxResumes:
		return rand.N(cfg.BackoffMin)/2 + 1
	case !out.greeted && s.state != nil:
		return min(pause, maxDialPause)
	}
	return pause
}

const holdPause = 500 * time.Millisecond

// runShard keeps a shard connected while this process is the one to have its session, until the
// context ends or an error is final.
func (g *Gateway) runShard(ctx context.Context, id, count int) error {
	if g.cfg.Mine == nil {
		return newShard(g, id, count).supervise(ctx)
	}
	for {
		s := newShard(g, id, count)
		if !s.awaitHold(ctx) {
			return nil
		}
		on, off := context.WithCancel(ctx)
		var watch sync.WaitGroup
		watch.Go(func() { s.watchHold(on, off) })
		err := s.supervise(on)
		off()
		watch.Wait()
		if err != nil || ctx.Err() != nil {
			s.leave()
			return err
		}
	}
}

// leave is bounded because handlers still wait for the end of the program.
func (s *shard) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.gateway.cfg.Leave(ctx, s.id, s.count, s.state.noted(time.Now())); err != nil {
		s.log.Warn("cannot leave a shard to the next process, which has to wait", slog.Any("err", err))
	}
}

// awaitHold returns false if the context ends.
func (s *shard) awaitHold(ctx context.Context) bool {
	for waited := false; ctx.Err() == nil; waited = true {
		mine, kept, err := s.gateway.cfg.Mine(ctx, s.id, s.count, "")
		switch {
		case mine:
			s.state = parseResumable(kept, time.Now())
			s.gateway.watch.set(s.id, Connecting)
			if waited {
				s.log.Info("this process takes over a shard")
			}
			return true
		case err != nil && ctx.Err() == nil:
			s.log.Error("cannot tell which process has a shard", slog.Any("err", err))
		case err == nil:
			s.gateway.watch.set(s.id, Elsewhere)
			if !waited {
				s.log.Info("another process has a shard")
			}
		}
		_ = rest.Sleep(ctx, holdPause)
	}
	return false
}

func (s *shard) watchHold(ctx context.Context, off func()) {
	for rest.Sleep(ctx, holdPause) == nil {
		mine, _, err := s.gateway.cfg.Mine(ctx, s.id, s.count, s.latest.Load().noted(time.Now()))
		if !mine && ctx.Err() == nil {
			s.log.Warn("leaving a shard, which another process has or may take over", slog.Any("err", err))
			off()
		}
	}
}
