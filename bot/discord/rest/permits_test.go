package rest

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord/rate"
	"amytis/store/bolt/bolttest"
)

// counted are limiters of several processes that share a store, and Discord's count of their
// requests.
type counted struct {
	t       *testing.T
	discord *rate.Limits
	log     bytes.Buffer
	limits  []*limiter
	// fails has the error of the store for each process.
	fails []error
	// takes is how long the store needs.
	takes time.Duration

	mu      sync.Mutex
	refused int
	sent    []int // by process
}

// share returns the limiters of some processes, to use in a bubble.
func share(t *testing.T, processes int) *counted {
	c := &counted{t: t, discord: rate.New(true), fails: make([]error, processes), sent: make([]int, processes)}
	memory, log := bolttest.New(t), slog.New(slog.NewTextHandler(&c.log, nil))
	for i := range processes {
		handle := memory.Second()
		c.limits = append(c.limits, newLimiter(Config{
			PerSecond: 50,
			Permits: func(
				ctx context.Context, name string, n, limit int, span, pause time.Duration,
			) ([]time.Duration, error) {
				if c.fails[i] != nil {
					return nil, c.fails[i]
				}
				time.Sleep(c.takes)
				return handle.Permits(ctx, name, n, limit, span, pause)
			},
		}, log))
	}
	return c
}

// send has a process make requests in as many buckets, and returns when they are made or ctx ends.
func (c *counted) send(ctx context.Context, process, requests int) {
	var all sync.WaitGroup
	l := c.limits[process]
	for n := range requests {
		all.Go(func() {
			b, err := l.enter(ctx, Request{Bucket: strconv.Itoa(n)})
			if err != nil {
				assert.ErrorIs(c.t, err, ctx.Err())
				return
			}
			refusal := c.discord.Check(rate.Request{Method: "GET", Pattern: "/x"}, time.Now())
			c.mu.Lock()
			c.sent[process]++
			if refusal != nil {
				c.refused++
			}
			c.mu.Unlock()
			l.leave(b, nil, nil)
		})
	}
	all.Wait()
}

// spans returns how long so many requests take at the full rate, with a tolerance.
func spans(requests int) time.Duration {
	return time.Duration((requests-1)/50)*permitSpan + 50*time.Millisecond
}

func TestProcessesStayBelowDiscordsLimitTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, began := share(t, 3), time.Now()
		c.takes = time.Millisecond // without it, one process might take all before another runs
		var all sync.WaitGroup
		for process := range c.limits {
			all.Go(func() {
				for range 4 {
					c.send(t.Context(), process, 40)
					time.Sleep(300 * time.Millisecond)
				}
			})
		}
		time.Sleep(5 * time.Second)
		c.mu.Lock()
		for process := range c.limits {
			assert.Greater(t, c.sent[process], 20, "none is left out")
		}
		c.mu.Unlock()
		all.Wait()
		assert.Zero(t, c.refused)
		assert.Less(t, time.Since(began), spans(3*160)+permitSpan, "no permit is wasted")
	})
}

func TestSingleProcessUsesTheWholeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, began := share(t, 3), time.Now()
		c.send(t.Context(), 0, 500)
		assert.Zero(t, c.refused)
		assert.LessOrEqual(t, time.Since(began), spans(500))
	})
}

func TestProcessThatDiesLeavesItsPartToOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := share(t, 2)
		dying, kill := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() { c.send(dying, 0, 1000) })
		all.Go(func() { c.send(t.Context(), 1, 200) })
		time.Sleep(2 * time.Second)
		kill()
		synctest.Wait()
		c.mu.Lock()
		left, began := 200-c.sent[1], time.Now()
		c.mu.Unlock()
		all.Wait()
		assert.Zero(t, c.refused)
		assert.LessOrEqual(t, time.Since(began), spans(left)+2*permitSpan)
	})
}

func TestProcessGoesOnSlowlyWithoutTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := share(t, 3)
		c.send(t.Context(), 0, 50)
		away := errors.New("the store is away")
		c.fails = []error{away, away, away}
		began := time.Now()
		var all sync.WaitGroup
		for process := range c.limits {
			all.Go(func() { c.send(t.Context(), process, 40) })
		}
		all.Wait()
		assert.Zero(t, c.refused, "all of them make as many requests as a third of the limit allows")
		assert.InDelta(t, 8*permitSpan, time.Since(began), float64(2*permitSpan))
		assert.Equal(t, 3, strings.Count(c.log.String(), "cannot share the rate limit"))

		c.fails = []error{nil, away, away}
		time.Sleep(2 * permitSpan)
		began = time.Now()
		c.send(t.Context(), 0, 200)
		assert.Zero(t, c.refused)
		assert.LessOrEqual(t, time.Since(began), spans(200))
	})
}

func TestStoreThatDoesNotAnswerDelaysRequestsByASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Config{PerSecond: 50, Permits: func(
			ctx context.Context, _ string, _, _ int, _, _ time.Duration,
		) ([]time.Duration, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}}, slog.New(slog.DiscardHandler))
		began := time.Now()
		request(t, l, "send 5", nil, nil)
		require.Less(t, time.Since(began), 2*permitSpan+permitTimeout)
		ended, cancel := context.WithTimeout(t.Context(), permitTimeout/2)
		defer cancel()
		time.Sleep(permitTimeout)
		_, err := l.enter(ended, Request{Bucket: "send 5"})
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

func TestGlobalRefusalDelaysAllProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, began := share(t, 2), time.Now()
		request(t, c.limits[0], "send 5", nil, &Error{Status: 429, RetryAfter: 7 * time.Second, global: true})
		var all sync.WaitGroup
		for process := range c.limits {
			all.Go(func() { c.send(t.Context(), process, 100) })
		}
		time.Sleep(6900 * time.Millisecond)
		c.mu.Lock()
		assert.Equal(t, []int{0, 0}, c.sent)
		c.mu.Unlock()
		all.Wait()
		assert.Zero(t, c.refused)
		assert.LessOrEqual(t, time.Since(began), 7*time.Second+spans(200))

		began = time.Now()
		request(t, c.limits[0], "send 5", nil, &Error{Status: 429, RetryAfter: time.Hour, global: true})
		request(t, c.limits[1], "send 5", nil, nil)
		assert.LessOrEqual(t, time.Since(began), maxCommonPause+permitSpan, "an address that is banned is not that of all")
	})
}

func TestPermitThatNobodyUsedInTimeIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := share(t, 1)
		c.send(t.Context(), 0, 50)
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		c.send(short, 0, 20)
		synctest.Wait()
		time.Sleep(10 * time.Second)
		began := time.Now()
		c.send(t.Context(), 0, 50)
		c.send(t.Context(), 0, 50)
		assert.Zero(t, c.refused)
		assert.LessOrEqual(t, time.Since(began), spans(100))
	})
}
