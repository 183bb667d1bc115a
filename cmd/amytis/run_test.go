package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
