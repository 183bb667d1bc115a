package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

// starts decides when a shard may identify, which starts a session. Discord limits the sessions of
// a day, and resets the token of a bot that starts more. Shards with the same number modulo
// max_concurrency share a bucket, which may start one session in five seconds.
// https://discord.com/developers/docs/events/gateway#session-start-limit-object
type starts struct {
	spacing time.Duration
	timeout time.Duration // of a lookup
	lookup  func(context.Context) (Info, error)
	log     *slog.Logger

	asking sync.Mutex // held while Discord is asked

	mu      sync.Mutex
	info    Info                   // the last answer; its Remaining counts what was started since
	asked   time.Time              // when that answer came
	buckets map[int]chan time.Time // hold when the next session may start; empty while one is about to
}

const (
	infoAge  = time.Minute
	askAgain = time.Hour // the longest wait before Discord is asked again: it may reset its count earlier
)

var errStartsUsedUp = errors.New("the sessions that may be started in a day are used up")

func newStarts(cfg Config, log *slog.Logger, lookup func(context.Context) (Info, error)) *starts {
	return &starts{
		spacing: cfg.IdentifySpacing, timeout: cfg.OpenTimeout, lookup: lookup, log: log,
		buckets: map[int]chan time.Time{},
	}
}

// gateway asks Discord if it has said nothing about the gateway within an age.
func (s *starts) gateway(ctx context.Context, age time.Duration) (Info, error) {
	s.asking.Lock()
	defer s.asking.Unlock()
	s.mu.Lock()
	info, asked := s.info, s.asked
	s.mu.Unlock()
	if info.URL != "" && time.Since(asked) < age {
		return info, nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	info, err := s.lookup(ctx)
	if err == nil {
		s.mu.Lock()
		s.info, s.asked = info, time.Now()
		s.mu.Unlock()
	}
	return info, err
}

// admit waits until a shard may start a session. A start that does not identify must be given back.
func (s *starts) admit(ctx context.Context, shard int) (*start, error) {
	info, err := s.gateway(ctx, infoAge)
	for err == nil {
		wait := s.reserveStarts(0)
		if wait <= 0 {
			break
		}
		s.log.Error(
			"the sessions that may be started in a day are used up: waiting, because Discord would reset the token",
			slog.Duration("pause", wait), slog.Int("limit", info.SessionStartLimit.Total),
		)
		if err := rest.Sleep(ctx, min(wait, askAgain)); err != nil {
			return nil, err
		}
		info, err = s.gateway(ctx, 0)
	}
	if err != nil {
		return nil, err
	}
	st := &start{starts: s, bucket: s.bucket(shard % max(info.SessionStartLimit.MaxConcurrency, 1)), url: info.URL}
	select {
	case st.free = <-st.bucket:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := rest.Sleep(ctx, time.Until(st.free)); err != nil {
		st.giveBack()
		return nil, err
	}
	return st, nil
}

func (s *starts) bucket(key int) chan time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.buckets[key] == nil {
		s.buckets[key] = make(chan time.Time, 1)
		s.buckets[key] <- time.Time{}
	}
	return s.buckets[key]
}

// reserveStarts counts n sessions that are about to start. If none may be started it returns for
// how long. A tenth of a day's sessions is left for other programs with the same token.
func (s *starts) reserveStarts(n int) (wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	limit := s.info.SessionStartLimit
	if limit.Total == 0 || limit.Total-limit.Remaining < max(limit.Total*9/10, 1) {
		s.info.SessionStartLimit.Remaining -= n
		return 0
	}
	reset := s.asked.Add(time.Duration(limit.ResetAfter) * time.Millisecond)
	return max(time.Until(reset), time.Second)
}

// start is the turn of a shard in its bucket.
type start struct {
	starts *starts
	bucket chan time.Time // nil once it was given back
	free   time.Time      // when the next may start
	url    string         // of the gateway
}

// use counts a session that starts now.
func (st *start) use() error {
	if st.starts.reserveStarts(1) > 0 {
		return errStartsUsedUp
	}
	st.free = time.Now().Add(st.starts.spacing)
	st.giveBack()
	return nil
}

// giveBack lets the next shard start at once, unless the session was started.
func (st *start) giveBack() {
	if st.bucket != nil {
		st.bucket <- st.free
		st.bucket = nil
	}
}

// Info is what Discord says about the gateway. The limit's ResetAfter is in milliseconds, and its
// MaxConcurrency is the number of buckets of shards.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
type Info = discordgo.GatewayBotResponse

// Lookup asks Discord about the gateway. The error is a FinalError if the token is refused.
func Lookup(ctx context.Context, r *rest.Client) (Info, error) {
	var info Info
	q := rest.To(http.MethodGet, "/gateway/bot")
	q.Turn = rest.First
	err := r.Do(ctx, q, &info)
	if e, is := errors.AsType[*rest.Error](err); is && e.Status == http.StatusUnauthorized {
		return info, &FinalError{Code: http.StatusUnauthorized}
	}
	return info, err
}
