package render

import (
	"errors"
	"fmt"
	"testing"

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

func TestAPictureIsDrawnOnceAndKept(t *testing.T) {
	c := NewCache(1000)
	r := Request{View: "top", Names: []string{"Ana", "Bo"}}
	_, err := c.Get("7", r, drawSized(10))
	require.NoError(t, err)
	p, err := c.Get("7", r, failIfDrawn(t))
	require.NoError(t, err)
	assert.Equal(t, 10, p.Width)
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

func TestPicturesUsedLastAreKeptUpToTheLimit(t *testing.T) {
	c := NewCache(1000)
	for i := range 100 {
		_, err := c.Get(fmt.Sprint(i), Request{}, drawSized(100))
		require.NoError(t, err)
		_, err = c.Get("0", Request{}, failIfDrawn(t)) // requested in every round, so it is never evicted
		require.NoError(t, err)
	}
	for i := 95; i < 100; i++ {
		_, err := c.Get(fmt.Sprint(i), Request{}, failIfDrawn(t))
		require.NoError(t, err)
	}
	drawn := false
	_, _ = c.Get("50", Request{}, func() (Picture, error) { drawn = true; return Picture{}, nil })
	assert.True(t, drawn)
}

func TestAFailureIsNotKept(t *testing.T) {
	c := NewCache(1000)
	broken := errors.New("out of time")
	_, err := c.Get("k", Request{}, func() (Picture, error) { return Picture{}, broken })
	require.ErrorIs(t, err, broken)
	p, err := c.Get("k", Request{}, drawSized(3))
	require.NoError(t, err)
	assert.Equal(t, 3, p.Width)
}
