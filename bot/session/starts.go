package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// starts decides when a shard may start a session, which is when it may identify. Discord limits
// how many sessions a bot starts in a day, and resets the token of a bot that starts more. It also
// limits how quickly they follow each other: the shards with the same number modulo
// max_concurrency share a bucket, and a bucket may start one session in five seconds.
//
// Two counts must allow a session: Discord's own, and one that the bot keeps across restarts.
// https://discord.com/developers/docs/events/gateway#session-start-limit-object
type starts struct {
	perDay  int // 0: nine tenths of Discord's total
	spacing time.Duration
	timeout time.Duration // of a lookup
	notes   Notes
	hold    func(ctx context.Context, name string, ttl time.Duration) (bool, error) // of Config
	rest    *rest
	log     *slog.Logger

	asking sync.Mutex // held while Discord is asked

	mu      sync.Mutex
	info    gatewayInfo // the last answer; its Remaining counts what was started since
	asked   time.Time   // when that answer came
	count   startCount
	counted bool // the count has what the notes say
	buckets map[int]*startBucket
}

// startBucket lets the shards that share a bucket start one after another.
type startBucket struct {
	name string        // for other processes
	turn chan struct{} // holds one token while a shard is about to start
	free time.Time     // when the next may start; for the holder of the turn
}

const (
	// infoAge is how long an answer of Discord about the gateway is used.
	infoAge = time.Minute
	// askAgain is the longest wait before Discord is asked again. Its count may be reset earlier.
	askAgain = time.Hour
	// noteTimeout limits reading and writing the count, because a connection waits for it.
	noteTimeout = 3 * time.Second
	// startsNote is the name of the note with the count.
	startsNote = "identifies"
)

var errStartsUsedUp = errors.New("the sessions that may be started in a day are used up")

func newStarts(cfg Config, log *slog.Logger, r *rest) *starts {
	return &starts{
		perDay: cfg.IdentifiesPerDay, spacing: cfg.IdentifySpacing, timeout: cfg.OpenTimeout,
		notes: cfg.Notes, hold: cfg.Hold, rest: r, log: log,
		count: startCount{}, counted: cfg.Notes == nil, buckets: map[int]*startBucket{},
	}
}

// gateway returns what Discord says about the gateway. It asks again if that may be outdated.
func (s *starts) gateway(ctx context.Context) (gatewayInfo, error) {
	s.asking.Lock()
	defer s.asking.Unlock()
	s.mu.Lock()
	info, age := s.info, time.Since(s.asked)
	s.mu.Unlock()
	if info.URL != "" && age < infoAge {
		return info, nil
	}
	return s.askNow(ctx)
}

// ask asks Discord about the gateway.
func (s *starts) ask(ctx context.Context) (gatewayInfo, error) {
	s.asking.Lock()
	defer s.asking.Unlock()
	return s.askNow(ctx)
}

func (s *starts) askNow(ctx context.Context) (gatewayInfo, error) {
	info, err := s.rest.gateway(ctx, s.timeout)
	if err == nil {
		s.mu.Lock()
		s.info, s.asked = info, time.Now()
		s.mu.Unlock()
	}
	return info, err
}

// admit waits until a shard may start a session. The caller must give the start back if it does not
// identify.
func (s *starts) admit(ctx context.Context, shard int) (*start, error) {
	info, err := s.gateway(ctx)
	for err == nil {
		wait := s.timeUntilFree(ctx, time.Now())
		if wait <= 0 {
			break
		}
		s.log.Error(
			"the sessions that may be started in a day are used up: waiting, because Discord would reset the token",
			slog.Duration("pause", wait), slog.Int("limit", s.limit()),
		)
		if err := Sleep(ctx, min(wait, askAgain)); err != nil {
			return nil, err
		}
		info, err = s.ask(ctx)
	}
	if err != nil {
		return nil, err
	}
	bucket := s.bucket(shard % max(info.Limit.MaxConcurrency, 1))
	select {
	case bucket.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	start := &start{starts: s, bucket: bucket, url: info.URL}
	if err = Sleep(ctx, time.Until(bucket.free)); err == nil {
		err = s.awaitOthers(ctx, bucket.name)
	}
	if err != nil {
		start.giveBack()
		return nil, err
	}
	return start, nil
}

// othersPause is the time between two attempts to get a bucket from another process.
const othersPause = 250 * time.Millisecond

// awaitOthers waits until the other processes leave a bucket to this one. If the store fails, the
// processes are not coordinated; Discord then refuses a session that starts too early.
func (s *starts) awaitOthers(ctx context.Context, bucket string) error {
	for s.hold != nil && ctx.Err() == nil {
		free, err := s.hold(ctx, bucket, s.spacing)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("cannot space sessions with other processes", slog.Any("err", err))
		}
		if free || err != nil {
			break
		}
		_ = Sleep(ctx, othersPause)
	}
	return ctx.Err()
}

func (s *starts) bucket(key int) *startBucket {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.buckets[key]
	if b == nil {
		b = &startBucket{name: fmt.Sprintf("identify %d", key), turn: make(chan struct{}, 1)}
		s.buckets[key] = b
	}
	return b
}

// limit returns how many sessions may be started in a day.
func (s *starts) limit() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.limitLocked()
}

// usualTotal is how many sessions Discord lets most bots start in a day.
const usualTotal = 1000

func (s *starts) limitLocked() int {
	total := cmp.Or(s.info.Limit.Total, usualTotal)
	return cmp.Or(s.perDay, max(total*9/10, 1))
}

// timeUntilFree returns how long it takes until a session may be started by both counts.
func (s *starts) timeUntilFree(ctx context.Context, now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.timeUntilFreeLocked(ctx, now)
}

func (s *starts) timeUntilFreeLocked(ctx context.Context, now time.Time) time.Duration {
	s.read(ctx)
	limit, told := s.limitLocked(), s.info.Limit
	wait := s.count.timeUntilFree(now, limit)
	if told.Total > 0 && told.Total-told.Remaining >= min(limit, told.Total) {
		reset := s.asked.Add(time.Duration(told.ResetAfter) * time.Millisecond)
		wait = max(wait, reset.Sub(now), time.Second)
	}
	return wait
}

// read adds what the notes say to the count, once. It tries again after an error.
func (s *starts) read(ctx context.Context) {
	if s.counted {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, noteTimeout)
	defer cancel()
	text, err := s.notes.Note(ctx, startsNote)
	if err == nil {
		s.counted = true
		err = s.count.addAll(text)
	}
	if err != nil {
		s.log.Error("cannot read how many sessions were started, so only Discord's count limits them",
			slog.Any("err", err))
	}
}

// add counts a session that is about to start. If the count cannot be stored, Discord's own count
// still limits the sessions.
func (s *starts) add(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.timeUntilFreeLocked(ctx, now) > 0 {
		return errStartsUsedUp
	}
	s.info.Limit.Remaining--
	if s.notes == nil {
		s.count.add(now)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, noteTimeout)
	defer cancel()
	var all startCount // also of other processes
	err := s.notes.ChangeNote(ctx, startsNote, func(old string) (string, error) {
		all = startCount{}
		_ = all.addAll(old) // read has logged what is unreadable
		all.atLeast(s.count)
		all.add(now)
		return all.String(), nil
	})
	if err == nil {
		s.count, s.counted = all, true
		return nil
	}
	s.count.add(now)
	s.log.Error("cannot store how many sessions were started, so only Discord's count limits them",
		slog.Any("err", err))
	return nil
}

// start is the permission to start one session.
type start struct {
	starts *starts
	bucket *startBucket
	url    string // of the gateway
	once   sync.Once
}

// use counts the session, which is about to start.
func (st *start) use(ctx context.Context) error {
	err := st.starts.add(ctx)
	if err == nil {
		if st.starts.hold != nil { // the time counts from now on
			_, _ = st.starts.hold(ctx, st.bucket.name, st.starts.spacing)
		}
		st.once.Do(func() {
			st.bucket.free = time.Now().Add(st.starts.spacing)
			<-st.bucket.turn
		})
	}
	return err
}

// giveBack lets the next shard start at once, unless the permission was used.
func (st *start) giveBack() { st.once.Do(func() { <-st.bucket.turn }) }
