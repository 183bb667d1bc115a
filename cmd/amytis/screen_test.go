package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestProgressTellsTheTimeLeftAfterASecond(t *testing.T) {
	for _, c := range []struct {
		done, total int64
		spent       time.Duration
		want        string
	}{
		{0, 10, 0, "copying: 0 %"},
		{1, 10, 999 * time.Millisecond, "copying: 10 %"},
		{1, 10, time.Second, "copying: 10 %, 9s left"},
		{0, 10, time.Minute, "copying: 0 %"},
		{1, 1000, time.Minute, "copying: 0 %, 16h39m0s left"},
		{10, 10, time.Minute, "copying: 100 %, 0s left"},
		{12, 10, time.Minute, "copying: 100 %, 0s left"},
		{0, 0, 0, "copying: 0 %"},
		{1, 0, time.Minute, "copying: 0 %"},
	} {
		assert.Equal(t, c.want, progressLine("copying", c.done, c.total, c.spent))
	}
}
