package rest

import (
	"bytes"
	"context"
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

func limits(remaining, resetAfter string) http.Header {
	return http.Header{"X-Ratelimit-Remaining": {remaining}, "X-Ratelimit-Reset-After": {resetAfter}}
}

func testLimiter(perSecond int) *limiter {
	return newLimiter(Config{PerSecond: perSecond}, slog.New(slog.DiscardHandler))
}

// pass makes one request in a bucket, with an immediate response.
func pass(t *testing.T, l *limiter, key string, header http.Header, err error) {
	t.Helper()
	b, entered := l.enter(t.Context(), key)
	require.NoError(t, entered)
	l.leave(b, header, err)
}

func TestEmptyBucketDelaysItsChannelOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		began := time.Now()
		pass(t, l, "send 5", limits("1", "5"), nil)
		pass(t, l, "send 5", limits("0", "5"), nil)
		assert.Zero(t, time.Since(began))
		pass(t, l, "send 6", limits("0", "5"), nil)
		assert.Zero(t, time.Since(began), "another channel must not wait")
		pass(t, l, "send 5", nil, nil)
		assert.Equal(t, 5*time.Second, time.Since(began))
	})
}

func TestRetryAfterOfA429IsRespected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		began := time.Now()
		pass(t, l, "send 5", nil, &Error{Status: 429, RetryAfter: 2 * time.Second})
		pass(t, l, "send 6", nil, nil)
		assert.Zero(t, time.Since(began))
		pass(t, l, "send 5", nil, &Error{Status: 429, RetryAfter: 3 * time.Second, global: true})
		assert.Equal(t, 2*time.Second, time.Since(began))
		pass(t, l, "send 6", nil, nil)
		assert.Equal(t, 5*time.Second, time.Since(began), "a global limit must hold for every channel")
	})
}

func TestLimitOfOldMessagesDelaysNoOtherEdit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		began := time.Now()
		pass(t, l, "edit 5", limits("0", "1800"), &Error{Status: 429, Code: 30046, RetryAfter: 30 * time.Minute})
		pass(t, l, "edit 5", nil, nil)
		assert.Zero(t, time.Since(began))
	})
}

func TestLimiterTellsWhatIsLeftOfABucket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		told := func(bucket string) (int, time.Time, bool) { return (&Client{limits: l}).Left(Request{Bucket: bucket}) }
		pass(t, l, "send 5", nil, nil)
		_, _, known := told("send 5")
		assert.False(t, known)
		pass(t, l, "send 5", limits("3", "5"), nil)
		left, until, known := told("send 5")
		assert.True(t, known)
		assert.Equal(t, 3, left)
		assert.Equal(t, time.Now().Add(5*time.Second), until)
		_, _, known = told("send 6")
		assert.False(t, known, "another channel")
		time.Sleep(5 * time.Second)
		_, _, known = told("send 5")
		assert.False(t, known, "the time has passed")
	})
}

func TestAtMostFiftyRequestsAreMadePerSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		var mu sync.Mutex
		var times []time.Time
		var wg sync.WaitGroup
		for n := range 300 {
			wg.Go(func() {
				time.Sleep(time.Duration(n%7) * 100 * time.Millisecond)
				b, err := l.enter(t.Context(), string(rune('a'+n)))
				if !assert.NoError(t, err) {
					return
				}
				mu.Lock()
				times = append(times, time.Now())
				mu.Unlock()
				l.leave(b, nil, nil)
			})
		}
		wg.Wait()
		for i := 50; i < len(times); i++ {
			assert.Greater(t, times[i].Sub(times[i-50]), time.Second)
		}
		assert.Empty(t, l.buckets)
	})
}

func TestMessagesOfAChannelStayInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		b, err := l.enter(t.Context(), "send 5")
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = l.enter(ctx, "send 5")
		require.ErrorIs(t, err, context.DeadlineExceeded, "a bucket must have one request at a time")
		l.leave(b, nil, nil)
		pass(t, l, "send 5", nil, nil)
	})
}

func TestBucketsAreForgottenWhenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		pass(t, l, "send 5", limits("3", "5"), nil)
		assert.Len(t, l.buckets, 1)
		time.Sleep(6 * time.Second)
		pass(t, l, "send 6", nil, nil)
		assert.Empty(t, l.buckets)
	})
}

func TestRequestsStopBeforeDiscordBansTheAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(1_000_000)
		for range maxRefused {
			l.refused.add(time.Now())
		}
		_, err := l.enter(t.Context(), "send 5")
		require.Error(t, err)
		assert.ErrorIs(t, err, ErrTemporary)
		assert.Positive(t, RetryAfter(err))
		time.Sleep(refusedWithin)
		pass(t, l, "send 5", nil, nil)
	})
}

func TestWindowHoldsInAnySpanOfTime(t *testing.T) {
	w := newWindow(3, time.Minute)
	start := time.Now()
	for range 3 {
		assert.Equal(t, start, w.reserve(start))
	}
	assert.Equal(t, start.Add(time.Minute), w.reserve(start.Add(time.Second)))
	later := start.Add(time.Hour)
	assert.Equal(t, later, w.reserve(later))
}

func TestRequestsThatMayWaitAreSlowNearTheLimitOfRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		l := testLimiter(50)
		l.refused.log = slog.New(slog.NewTextHandler(&log, nil))
		for range slowAtRefused {
			l.refused.add(time.Now())
		}
		began := time.Now()
		for range 4 {
			pass(t, l, "send 5", nil, nil)
		}
		assert.Equal(t, 3*slowPause, time.Since(began))
		assert.Equal(t, 1, strings.Count(log.String(), "Discord refuses many requests"))
		time.Sleep(refusedWithin)
		began = time.Now()
		pass(t, l, "send 5", nil, nil)
		assert.Zero(t, time.Since(began))
	})
}

func TestRefusalsAreThoseThatDiscordCounts(t *testing.T) {
	for _, c := range []struct {
		status int
		scope  string
		counts bool
	}{
		{http.StatusUnauthorized, "", true},
		{http.StatusForbidden, "", true},
		{http.StatusTooManyRequests, "", true},
		{http.StatusTooManyRequests, "user", true},
		{http.StatusTooManyRequests, "global", true},
		{http.StatusTooManyRequests, "shared", false},
		{http.StatusNotFound, "", false},
		{http.StatusBadGateway, "", false},
		{http.StatusOK, "", false},
	} {
		r := &refusals{log: slog.New(slog.DiscardHandler)}
		resp := &http.Response{StatusCode: c.status, Header: http.Header{}}
		resp.Header.Set("X-RateLimit-Scope", c.scope)
		r.saw(resp)
		assert.Equal(t, c.counts, r.until(1, time.Now()) > 0, "%d %s", c.status, c.scope)
	}
}
