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

func drawSized(n int) func() (Picture, error) {
	return func() (Picture, error) { return Picture{PNG: make([]byte, n), Width: n}, nil }
}

func failIfDrawn(t *testing.T) func() (Picture, error) {
	return func() (Picture, error) {
		t.Error("a cached picture was drawn again")
		return Picture{}, nil
	}
}

func TestPicturesOfDifferentRequestsAreNotMixedUp(t *testing.T) {
	c := NewCache(10000)
	requests := []Request{
		{}, {View: "top"}, {Seat: 1}, {Names: []string{"ab"}}, {Names: []string{"a", "b"}},
		{Names: []string{"", "ab"}}, {View: "t", Names: []string{"op"}}, {Names: []string{"1:a"}},
	}
	for i, r := range requests {
		_, err := c.Get("k", r, drawSized(i+1))
		require.NoError(t, err)
	}
	for i, r := range requests {
		p, _ := c.Get("k", r, failIfDrawn(t))
		assert.Equal(t, i+1, p.Width)
	}
	p, _ := c.Get("kt", Request{View: "op"}, drawSized(99))
	assert.Equal(t, 99, p.Width)
}

func TestPicturesAreKeptUpToTheLimit(t *testing.T) {
	c := NewCache(1000)
	for i := range 100 {
		_, err := c.Get(fmt.Sprint(i), Request{}, drawSized(100))
		require.NoError(t, err)
		_, err = c.Get("0", Request{}, failIfDrawn(t)) // requested in every round, so it is never evicted
		require.NoError(t, err)
	}
	assert.LessOrEqual(t, c.pictures.bytes, 1000)
	assert.Greater(t, c.pictures.bytes, 800)
}

func TestAPictureLargerThanTheLimitIsDrawnEachTime(t *testing.T) {
	c := NewCache(1000)
	for range 2 {
		drawn := false
		p, err := c.Get("k", Request{}, func() (Picture, error) { drawn = true; return drawSized(1001)() })
		require.NoError(t, err)
		assert.Equal(t, 1001, p.Width)
		assert.True(t, drawn, "it was drawn anew")
	}
}

// slowly returns a draw function that takes a second.
func slowly(draw func() (Picture, error)) func() (Picture, error) {
	return func() (Picture, error) { time.Sleep(time.Second); return draw() }
}

func TestCallersAtOnceGetAPictureThatIsDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(1000)
		var drawn atomic.Int32
		var callers sync.WaitGroup
		for range 10 {
			callers.Go(func() {
				p, err := c.Get("k", Request{}, slowly(func() (Picture, error) { drawn.Add(1); return drawSized(7)() }))
				assert.NoError(t, err)
				assert.Equal(t, 7, p.Width)
			})
		}
		callers.Wait()
		assert.EqualValues(t, 1, drawn.Load())
	})
}

func TestAFailureIsReturnedOnlyToTheCallerWhoDrew(t *testing.T) {
	broken := errors.New("out of time")
	for name, fails := range map[string]func() (Picture, error){
		"error": func() (Picture, error) { return Picture{}, broken },
		"panic": func() (Picture, error) { panic(broken) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := NewCache(1000)
				go func() {
					var err error
					defer func() {
						if p := recover(); p != nil {
							err = p.(error)
						}
						assert.ErrorIs(t, err, broken)
					}()
					_, err = c.Get("k", Request{}, slowly(fails))
				}()
				synctest.Wait()
				p, err := c.Get("k", Request{}, slowly(drawSized(3)))
				assert.NoError(t, err)
				assert.Equal(t, 3, p.Width)
			})
		})
	}
}
