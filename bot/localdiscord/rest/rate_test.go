package rest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGlobalLimitHoldsInAnySecond(t *testing.T) {
	l, now := &rates{enforce: true}, time.Now()
	check := func(exempt bool) time.Duration {
		refusal := l.check(bucket{kind: "GET /x"}, exempt, now)
		if refusal == nil {
			return 0
		}
		require.True(t, refusal.Global, "it is the limit of all requests that refuses")
		return time.Duration(refusal.RetryAfter * float64(time.Second))
	}
	const half = time.Second / 2
	require.Zero(t, check(false))
	now = now.Add(half)
	for range 49 {
		require.Zero(t, check(false))
	}
	assert.Equal(t, half, check(false))
	assert.Zero(t, check(true), "answers to interactions do not count")
	now = now.Add(half)
	assert.Zero(t, check(false), "a second after the first")
	assert.Equal(t, half, check(false), "a second after the others is not over")
}
