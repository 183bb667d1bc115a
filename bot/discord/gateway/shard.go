package gateway

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
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
	latest   atomic.Pointer[resumable] // the same as of the last event, for the next process
	resumes  int                       // resumes of that session since a connection lasted
	failures int                       // identifies and resumes since a connection lasted
	dials    int                       // attempts since the last of those
}

func (g *Gateway) newShards(n int) (shards []*shard) {
	g.watch.resetShards(n)
	for id := range n {
		s := &shard{gateway: g, id: id, count: n, log: g.log}
		if n > 1 {
			s.log = g.log.With(slog.Int("shard", id), slog.Int("shards", n))
		}
		shards = append(shards, s)
	}
	return shards
}

// supervise connects again and again, until the context ends or an error is final.
func (s *shard) supervise(ctx context.Context) error {
	for {
		began := time.Now()
		out := s.attempt(ctx)
		s.latest.Store(out.state)
		if ctx.Err() != nil {
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

// resumeURL is the address from READY, but the usual gateway for every third dial in a row.
func (s *shard) resumeURL(ctx context.Context) (string, error) {
	if s.state.URL != "" && (s.dials+1)%3 != 0 {
		return s.state.URL, nil
	}
	info, err := s.gateway.starts.gateway(ctx, infoAge)
	if err != nil && s.state.URL != "" && finalError(err) == nil {
		return s.state.URL, nil
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
	s.resumes++
	if s.state == nil || s.resumes > maxResumes {
		s.state = nil
		s.resumes = 0
	}
}

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
		return min(pause, 10*time.Second) // Discord keeps the session for some minutes only
	}
	return pause
}
