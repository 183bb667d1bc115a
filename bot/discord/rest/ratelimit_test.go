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

// request makes one request in a lane, with an immediate response.
func request(t *testing.T, l *limiter, lane string, header http.Header, err error) {
	t.Helper()
	l.request(t, Request{Bucket: lane}, header, err)
}

func (l *limiter) request(t *testing.T, q Request, header http.Header, err error) {
	t.Helper()
	p, entered := l.enter(t.Context(), q)
	require.NoError(t, entered)
	l.leave(p, header, err)
}

func TestEmptyBucketDelaysItsChannelOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		began := time.Now()
		request(t, l, "send 5", limits("1", "5"), nil)
		request(t, l, "send 5", limits("0", "5"), nil)
		assert.Zero(t, time.Since(began))
		request(t, l, "send 6", limits("0", "5"), nil)
		assert.Zero(t, time.Since(began), "another channel must not wait")
		request(t, l, "send 5", nil, nil)
		assert.Equal(t, 5*time.Second, time.Since(began))
	})
}

func TestRetryAfterOfA429IsRespected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		began := time.Now()
		request(t, l, "send 5", nil, &Error{Status: 429, RetryAfter: 2 * time.Second})
		request(t, l, "send 6", nil, nil)
		assert.Zero(t, time.Since(began))
		request(t, l, "send 5", nil, &Error{Status: 429, RetryAfter: 3 * time.Second, global: true})
		assert.Equal(t, 2*time.Second, time.Since(began))
		request(t, l, "send 6", nil, nil)
		assert.Equal(t, 5*time.Second, time.Since(began), "a global limit must hold for every channel")
	})
}

func TestLimitOfOldMessagesDelaysNoOtherEdit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		began := time.Now()
		request(t, l, "edit 5", limits("0", "1800"), &Error{Status: 429, Code: 30046, RetryAfter: 30 * time.Minute})
		request(t, l, "edit 5", nil, nil)
		assert.Zero(t, time.Since(began))
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
				b, err := l.enter(t.Context(), Request{Bucket: string(rune('a' + n))})
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
	})
}

func TestMessagesOfAChannelStayInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		b, err := l.enter(t.Context(), Request{Bucket: "send 5"})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = l.enter(ctx, Request{Bucket: "send 5"})
		require.ErrorIs(t, err, context.DeadlineExceeded, "a bucket must have one request at a time")
		l.leave(b, nil, nil)
		request(t, l, "send 5", nil, nil)
	})
}

func TestBucketsAreForgottenWhenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		request(t, l, "send 5", limits("3", "5"), nil)
		assert.Len(t, l.buckets, 1)
		time.Sleep(6 * time.Second)
		request(t, l, "send 6", nil, nil)
		assert.NotContains(t, l.buckets, "send 5")
		assert.Empty(t, l.lanes)
	})
}

// TestLanesWithTheSameBucketShareItsCount knows two lanes of a channel, two kinds of requests with
// one bucket, and another channel.
func TestLanesWithTheSameBucketShareItsCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(50)
		edit, strip := To(http.MethodPatch, "/c/{c}", "5"), To(http.MethodPatch, "/c/{c}", "5")
		strip.Bucket = "strip 5"
		other := To(http.MethodPatch, "/c/{c}", "6")
		began := time.Now()
		left := func(remaining string) http.Header {
			h := limits(remaining, "5")
			h.Set("X-RateLimit-Bucket", "b")
			return h
		}
		l.request(t, edit, left("2"), nil)
		p, err := l.enter(t.Context(), edit)
		require.NoError(t, err)
		l.request(t, strip, left("1"), nil) // Discord has not counted the edit that is on its way
		l.request(t, other, left("0"), nil)
		assert.Zero(t, time.Since(began))
		l.leave(p, left("0"), nil)
		l.request(t, strip, left("4"), nil)
		assert.Equal(t, 5*time.Second, time.Since(began), "the edits have used up what is left")
		kind := other
		kind.Route += "/kind"
		l.request(t, kind, left("0"), nil)
		l.request(t, other, left("4"), nil)
		assert.Equal(t, 10*time.Second, time.Since(began), "another kind of request has the same bucket")
	})
}

func TestRequestsStopBeforeDiscordBansTheAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		l := testLimiter(1_000_000)
		l.traffic.log = slog.New(slog.NewTextHandler(&log, nil))
		for range maxRefused {
			l.traffic.refused(time.Now())
		}
		_, err := l.enter(t.Context(), Request{Bucket: "send 5"})
		require.Error(t, err)
		assert.ErrorIs(t, err, ErrTemporary)
		assert.Positive(t, RetryAfter(err))
		assert.Equal(t, 1, strings.Count(log.String(), "Discord refuses many requests"))
		time.Sleep(10 * time.Minute)
		request(t, l, "send 5", nil, nil)
	})
}

// TestABotConnectsAndNobodyIsLookedUpWhileManyMessagesWait: behind them the bot would never connect
// again.
func TestABotConnectsAndNobodyIsLookedUpWhileManyMessagesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(20)
		ctx, cancel := context.WithCancel(t.Context())
		var waiting sync.WaitGroup
		for n := range 100 {
			waiting.Go(func() {
				if p, err := l.enter(ctx, Request{Method: http.MethodPost, Bucket: string(rune('a' + n))}); err == nil {
					l.leave(p, nil, nil)
				}
			})
		}
		synctest.Wait()
		began := time.Now()
		connect := To(http.MethodGet, "/gateway/bot")
		connect.Turn = First
		l.request(t, connect, nil, nil)
		assert.LessOrEqual(t, time.Since(began), 2*globalSpan)
		began = time.Now()
		look := To(http.MethodGet, "/guilds/{guild}/members/{user}", "5", "7")
		look.Turn = IfFree
		_, err := l.enter(t.Context(), look)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, spareTime, time.Since(began))
		cancel()
		waiting.Wait()
		time.Sleep(globalSpan)
		l.request(t, look, nil, nil)
	})
}

func TestWhoGivesUpTakesNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimiter(1)
		request(t, l, "first", nil, nil)
		ctx, cancel := context.WithTimeout(t.Context(), globalSpan/2)
		defer cancel()
		var waiting sync.WaitGroup
		for n := range 100 {
			waiting.Go(func() {
				_, err := l.enter(ctx, Request{Bucket: string(rune('a' + n))})
				assert.ErrorIs(t, err, context.DeadlineExceeded)
			})
		}
		waiting.Wait()
		began := time.Now()
		request(t, l, "last", nil, nil)
		assert.LessOrEqual(t, time.Since(began), globalSpan)
	})
}

func TestRefusalsAreThoseThatDiscordCounts(t *testing.T) {
	for status, counts := range map[int]bool{401: true, 403: true, 429: true, 404: false, 502: false, 200: false} {
		r := newTraffic(slog.New(slog.DiscardHandler))
		r.saw(&http.Response{StatusCode: status})
		assert.Equal(t, counts, r.until(1, time.Now()) > 0, status)
	}
}
