package gateway

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFailedDialsAreNotCountedAsSessions(t *testing.T) {
	t.Parallel()
	f := fakeOf(t, healthy)
	f.opened, f.refuse = 1, 5
	f.info.SessionStartLimit = discordgo.SessionInformation{Total: 10, Remaining: 2, ResetAfter: 3600_000}
	runUntil(t, f, quick(), nil, func() bool { return len(f.greetings()) == 1 })
}

// lookups answers for Discord, so that time can be simulated.
type lookups struct {
	mu   sync.Mutex
	info Info
	n    int
}

func (l *lookups) answer(context.Context) (Info, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	return l.info, nil
}

// simulatedStarts runs test in simulated time. Discord answers with info, which test may change.
func simulatedStarts(t *testing.T, info Info, test func(*testing.T, *starts, *lookups)) {
	synctest.Test(t, func(t *testing.T) {
		answers := &lookups{info: info}
		answers.info.URL = "wss://gateway"
		test(t, newStarts(Config{}.withDefaults(), slog.New(slog.DiscardHandler), answers.answer), answers)
	})
}

func TestUsedUpSessionStartLimitIsWaitedFor(t *testing.T) {
	used := Info{SessionStartLimit: discordgo.SessionInformation{Total: 1000, Remaining: 100,
		ResetAfter: 4 * 3600_000, MaxConcurrency: 1}}
	simulatedStarts(t, used, func(t *testing.T, s *starts, answers *lookups) {
		began := time.Now()
		go func() {
			time.Sleep(4*time.Hour - time.Minute)
			answers.mu.Lock()
			defer answers.mu.Unlock()
			answers.info.SessionStartLimit.Remaining, answers.info.SessionStartLimit.ResetAfter = 1000, 24*3600_000
		}()
		start, err := s.admit(t.Context(), 0)
		require.NoError(t, err)
		assert.InDelta(t, 4*3600, time.Since(began).Seconds(), 2)
		assert.Less(t, answers.n, 10)
		require.NoError(t, start.use())
	})
}

func TestShardsStartInBucketsOfMaxConcurrency(t *testing.T) {
	for max, want := range map[int]time.Duration{1: 7 * 5500 * time.Millisecond, 4: 5500 * time.Millisecond, 16: 0} {
		simulatedStarts(t, Info{SessionStartLimit: discordgo.SessionInformation{Total: 1000, Remaining: 1000,
			MaxConcurrency: max}},
			func(t *testing.T, s *starts, answers *lookups) {
				began := time.Now()
				var all sync.WaitGroup
				var mu sync.Mutex
				last := map[int]time.Time{}
				for shard := range 8 {
					all.Go(func() {
						start, err := s.admit(t.Context(), shard)
						assert.NoError(t, err)
						assert.NoError(t, start.use())
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
	fresh := Info{SessionStartLimit: discordgo.SessionInformation{Total: 1000, Remaining: 1000, MaxConcurrency: 1}}
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
