package main

import (
	"context"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestAStopEndsAlthoughSomethingHangs(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	defer close(over)
	hangs := func(context.Context) error {
		stop()
		<-over
		return nil
	}
	assert.ErrorContains(t, endsWithin(ctx, time.Millisecond, hangs), "something hangs")
}

func TestMemoryHasALimitUnlessTheEnvironmentSetsOne(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	t.Setenv("GOMEMLIMIT", "1GiB")
	limitMemory()
	assert.Equal(t, before, debug.SetMemoryLimit(-1), "Go has read the variable when the program started")
	t.Setenv("GOMEMLIMIT", "")
	limitMemory()
	assert.EqualValues(t, memoryLimit, debug.SetMemoryLimit(-1))
}
