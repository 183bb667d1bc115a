package render

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func sized(n int) func() (Picture, error) {
	return func() (Picture, error) { return Picture{PNG: make([]byte, n), Width: n}, nil }
}

func mustNot(t *testing.T) func() (Picture, error) {
	return func() (Picture, error) {
		t.Error("drawn again")
		return Picture{}, nil
	}
}

func TestAPictureIsDrawnOnceAndKept(t *testing.T) {
	c := NewCache(1000)
	r := Request{View: "top", Names: []string{"Ana", "Bo"}}
	_, err := c.Get("7", r, sized(10))
	require.NoError(t, err)
	p, err := c.Get("7", r, mustNot(t))
	require.NoError(t, err)
	assert.Equal(t, 10, p.Width)
}

func TestPicturesOfDifferentRequestsAreNotMixedUp(t *testing.T) {
	c := NewCache(10000)
	requests := []Request{
		{}, {View: "top"}, {Seat: 1}, {Scale: Large}, {Names: []string{"ab"}}, {Names: []string{"a", "b"}},
		{Names: []string{"", "ab"}}, {View: "t", Names: []string{"op"}}, {Names: []string{"1:a"}},
	}
	for i, r := range requests {
		_, err := c.Get("k", r, sized(i+1))
		require.NoError(t, err)
	}
	for i, r := range requests {
		p, _ := c.Get("k", r, mustNot(t))
		assert.Equal(t, i+1, p.Width)
	}
	p, _ := c.Get("kt", Request{View: "op"}, sized(99))
	assert.Equal(t, 99, p.Width)
}

func TestTheOldestPicturesMakeRoom(t *testing.T) {
	c := NewCache(1000)
	for i := range 100 {
		_, err := c.Get(fmt.Sprint(i), Request{}, sized(100))
		require.NoError(t, err)
		_, err = c.Get("0", Request{}, mustNot(t)) // asked for all the time, so it stays
		require.NoError(t, err)
		assert.LessOrEqual(t, c.bytes, 1000)
		assert.Len(t, c.entries, c.latest.Len())
	}
	drawn := false
	_, _ = c.Get("50", Request{}, func() (Picture, error) { drawn = true; return Picture{}, nil })
	assert.True(t, drawn)
	_, err := c.Get("huge", Request{}, sized(5000))
	require.NoError(t, err)
	assert.LessOrEqual(t, c.bytes, 1000)
}

func TestTwoThatAskAtOnceGetItDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(1000)
		var drawn atomic.Int32
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				p, err := c.Get("k", Request{}, func() (Picture, error) {
					drawn.Add(1)
					time.Sleep(time.Second)
					return Picture{Width: 5}, nil
				})
				assert.NoError(t, err)
				assert.Equal(t, 5, p.Width)
			})
		}
		wg.Wait()
		assert.EqualValues(t, 1, drawn.Load())
	})
}

func TestAFailureConcernsOnlyWhoDrew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(1000)
		broken := errors.New("out of time")
		go func() {
			_, err := c.Get("k", Request{}, func() (Picture, error) {
				time.Sleep(time.Second)
				return Picture{}, broken
			})
			assert.ErrorIs(t, err, broken)
		}()
		synctest.Wait()
		p, err := c.Get("k", Request{}, sized(3))
		assert.NoError(t, err)
		assert.Equal(t, 3, p.Width)
	})
}

func TestAPanicLeavesNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(1000)
		go func() {
			defer func() { _ = recover() }()
			_, _ = c.Get("k", Request{}, func() (Picture, error) {
				time.Sleep(time.Second)
				panic("bad picture")
			})
		}()
		synctest.Wait()
		p, err := c.Get("k", Request{}, sized(3))
		assert.NoError(t, err)
		assert.Equal(t, 3, p.Width)
	})
}

func BenchmarkSamePictureAgain(b *testing.B) {
	c := NewCache(1 << 20)
	r := Request{View: "table", Names: []string{"Ana", "Bo", "Cleo", "Dan"}}
	_, _ = c.Get("guild/table/42", r, sized(1000))
	b.ReportAllocs()
	for b.Loop() {
		_, _ = c.Get("guild/table/42", r, nil)
	}
}
