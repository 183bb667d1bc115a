package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// memo is Notes in memory.
type memo struct {
	mu    sync.Mutex
	notes map[string]string
	err   error
}

func (m *memo) Note(_ context.Context, name string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.notes[name], m.err
}

func (m *memo) ChangeNote(_ context.Context, name string, change func(old string) (string, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return m.err
	}
	value, err := change(m.notes[name])
	if err == nil {
		m.notes[name] = value
	}
	return err
}

func newMemo() *memo { return &memo{notes: map[string]string{}} }

func TestSessionsAreCountedAcrossRestarts(t *testing.T) {
	t.Parallel()
	notes := newMemo()
	f := newFake(t, healthy)
	for restart := range 3 {
		cfg := quick(f)
		cfg.Notes, cfg.IdentifiesPerDay = notes, 2
		log := new(lockedBuffer)
		cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
		_, stop := run(t, cfg, Handlers{})
		if restart < 2 {
			eventually(t, func() bool { return len(f.greetings()) == restart+1 }, "the client did not connect")
		} else {
			eventually(t, func() bool { return strings.Contains(log.String(), "used up: waiting") }, "the client did not wait")
			assert.Len(t, f.greetings(), 2)
		}
		require.NoError(t, stop(), "Run must stop while it waits")
	}
}

// A kill between the count and the identify must not lose the count.
func TestSessionIsCountedBeforeItIdentifies(t *testing.T) {
	t.Parallel()
	notes := newMemo()
	counted := make(chan string, 1)
	f := newFake(t, func(w *wire) {
		w.hello()
		w.greeting()
		note, _ := notes.Note(context.Background(), startsNote)
		counted <- note
		w.hold()
	})
	cfg := quick(f)
	cfg.Notes = notes
	_, stop := run(t, cfg, Handlers{})
	assert.Regexp(t, `^\d+:1$`, <-counted)
	require.NoError(t, stop())
}

func TestFailedDialsAreNotCountedAsSessions(t *testing.T) {
	t.Parallel()
	notes := newMemo()
	f := newFake(t, healthy)
	f.opened, f.refuse = 1, 5
	cfg := quick(f)
	cfg.Notes, cfg.IdentifiesPerDay = notes, 1
	_, stop := run(t, cfg, Handlers{})
	eventually(t, func() bool { return len(f.greetings()) == 1 }, "the client did not identify")
	require.NoError(t, stop())
}

func TestStoreThatFailsDoesNotKeepTheBotOffline(t *testing.T) {
	t.Parallel()
	notes := newMemo()
	notes.err = errors.New("disk full")
	f := newFake(t, healthy)
	cfg := quick(f)
	cfg.Notes = notes
	_, stop := run(t, cfg, Handlers{})
	eventually(t, func() bool { return len(f.greetings()) == 1 }, "the client did not identify")
	require.NoError(t, stop())
}

// readOnly is Notes that cannot be written.
type readOnly struct{ *memo }

func (readOnly) ChangeNote(context.Context, string, func(string) (string, error)) error {
	return errors.New("disk full")
}

func TestFullDiskDoesNotKeepTheBotOffline(t *testing.T) {
	t.Parallel()
	f := newFake(t, healthy)
	cfg := quick(f)
	cfg.Notes = readOnly{newMemo()}
	log := new(lockedBuffer)
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	_, stop := run(t, cfg, Handlers{})
	eventually(t, func() bool { return len(f.greetings()) == 1 }, "the client did not identify")
	require.NoError(t, stop())
	assert.Contains(t, log.String(), "cannot store how many sessions were started")
}

// lookups answers requests for the gateway without a network, so that time can be simulated.
type lookups struct {
	mu   sync.Mutex
	info gatewayInfo
	n    int
}

func (l *lookups) RoundTrip(*http.Request) (*http.Response, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	body, err := json.Marshal(l.info)
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(body)))}, err
}

// simulatedStarts runs test in simulated time. Discord answers with info, which test may change.
func simulatedStarts(t *testing.T, info gatewayInfo, test func(*testing.T, *starts, *lookups)) {
	synctest.Test(t, func(t *testing.T) {
		answers := &lookups{info: info}
		answers.info.URL = "wss://gateway"
		cfg, err := Config{Token: testToken, Logger: slog.New(slog.DiscardHandler), Notes: newMemo()}.withDefaults()
		require.NoError(t, err)
		r, err := newREST(cfg, cfg.Logger)
		require.NoError(t, err)
		r.transport = answers
		test(t, newStarts(cfg, cfg.Logger, r), answers)
	})
}

func TestUsedUpSessionStartLimitIsWaitedFor(t *testing.T) {
	used := gatewayInfo{Limit: startLimit{Total: 1000, Remaining: 100, ResetAfter: 4 * 3600_000, MaxConcurrency: 1}}
	simulatedStarts(t, used, func(t *testing.T, s *starts, answers *lookups) {
		began := time.Now()
		go func() {
			time.Sleep(4*time.Hour - time.Minute)
			answers.mu.Lock()
			defer answers.mu.Unlock()
			answers.info.Limit.Remaining, answers.info.Limit.ResetAfter = 1000, 24*3600_000
		}()
		start, err := s.admit(t.Context(), 0)
		require.NoError(t, err)
		assert.InDelta(t, 4*3600, time.Since(began).Seconds(), 2)
		assert.Less(t, answers.n, 10)
		require.NoError(t, start.use(t.Context()))
	})
}

// A tenth of what Discord allows is left for other programs with the same token.
func TestOwnCountLimitsSessionsEvenIfDiscordAllowsMore(t *testing.T) {
	fresh := gatewayInfo{Limit: startLimit{Total: 1000, Remaining: 1000, MaxConcurrency: 16}}
	simulatedStarts(t, fresh, func(t *testing.T, s *starts, answers *lookups) {
		began := time.Now()
		for shard := range 901 {
			start, err := s.admit(t.Context(), shard)
			require.NoError(t, err)
			require.NoError(t, start.use(t.Context()))
			answers.info.Limit.Remaining = 1000 // a local Discord may say so
		}
		assert.InDelta(t, 24.5, time.Since(began).Hours(), 0.6)
	})
}

func TestShardsStartInBucketsOfMaxConcurrency(t *testing.T) {
	for max, want := range map[int]time.Duration{1: 7 * 5500 * time.Millisecond, 4: 5500 * time.Millisecond, 16: 0} {
		simulatedStarts(t, gatewayInfo{Limit: startLimit{Total: 1000, Remaining: 1000, MaxConcurrency: max}},
			func(t *testing.T, s *starts, answers *lookups) {
				began := time.Now()
				var all sync.WaitGroup
				var mu sync.Mutex
				last := map[int]time.Time{}
				for shard := range 8 {
					all.Go(func() {
						start, err := s.admit(t.Context(), shard)
						assert.NoError(t, err)
						assert.NoError(t, start.use(t.Context()))
						mu.Lock()
						defer mu.Unlock()
						if before, ok := last[shard%max]; ok {
							assert.GreaterOrEqual(t, time.Since(before), 5*time.Second)
						}
						last[shard%max] = time.Now()
					})
				}
				all.Wait()
				assert.Equal(t, want, time.Since(began), "with max_concurrency %d", max)
				assert.Equal(t, 1, answers.n, "one answer of Discord serves all shards")
			})
	}
}

func TestUnusedStartLetsTheNextShardStartAtOnce(t *testing.T) {
	fresh := gatewayInfo{Limit: startLimit{Total: 1000, Remaining: 1000, MaxConcurrency: 1}}
	simulatedStarts(t, fresh, func(t *testing.T, s *starts, _ *lookups) {
		began := time.Now()
		start, err := s.admit(t.Context(), 0)
		require.NoError(t, err)
		start.giveBack() // the dial failed
		_, err = s.admit(t.Context(), 1)
		require.NoError(t, err)
		assert.Zero(t, time.Since(began))
	})
}

func TestStartCountForgetsAnHourADayAfterItsEnd(t *testing.T) {
	at := func(hours float64) time.Time { return time.Unix(0, 0).Add(time.Duration(hours * float64(time.Hour))) }
	count := startCount{}
	count.add(at(100))
	count.add(at(100.9))
	count.add(at(105.5))
	written := count.String()
	assert.Equal(t, "100:2 105:1", written)
	count = startCount{}
	require.NoError(t, count.addAll(written))
	assert.Zero(t, count.timeUntilFree(at(106), 4))
	assert.Equal(t, 19*time.Hour, count.timeUntilFree(at(106), 3))
	assert.Equal(t, 19*time.Hour, count.timeUntilFree(at(106), 2))
	assert.Equal(t, 24*time.Hour, count.timeUntilFree(at(106), 1))
	assert.Zero(t, count.timeUntilFree(at(125), 2))
	assert.Equal(t, "105:1", count.String())
	assert.Equal(t, 25*time.Hour, count.timeUntilFree(at(50), 1), "a clock that was wrong costs at most a day and an hour")
}

func TestDamagedStartCountKeepsWhatIsReadable(t *testing.T) {
	for _, damaged := range []string{"x 7:2", "7:2 1", "1:-5 7:2"} {
		count := startCount{}
		require.Error(t, count.addAll(damaged), damaged)
		assert.Equal(t, "7:2", count.String())
	}
}

// A store that fails for a moment must not lose what it has.
func TestStartsAreAddedToWhatAFailingStoreHas(t *testing.T) {
	hour := hourOf(time.Now())
	notes := newMemo()
	notes.notes[startsNote] = fmt.Sprintf("%d:7", hour)
	notes.err = errors.New("disk full")
	s := newStarts(Config{Notes: notes}, slog.New(slog.DiscardHandler), nil)
	require.NoError(t, s.add(t.Context()))
	notes.err = nil
	require.NoError(t, s.add(t.Context()))
	written := startCount{}
	require.NoError(t, written.addAll(notes.notes[startsNote]))
	total := 0
	for _, n := range written {
		total += n
	}
	assert.Equal(t, 9, total)
}
