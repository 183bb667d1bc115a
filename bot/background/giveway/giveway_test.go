package giveway

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSearchPausesWhilePeopleWaitAndEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		waiting, paused := false, time.Duration(0)
		stop := Stop(ctx, func() bool { return waiting }, &paused)
		began := time.Now()
		time.Sleep(2 * busySlice)
		require.False(t, stop(), "the search goes on")
		require.Equal(t, 2*busySlice, time.Since(began), "nobody waits")
		waiting = true
		require.False(t, stop(), "the search only pauses")
		require.Equal(t, 2*busySlice+busyPause, time.Since(began))
		require.Equal(t, busyPause, paused)
		require.False(t, stop(), "the search goes on after the pause")
		require.Equal(t, 2*busySlice+busyPause, time.Since(began), "the search runs for a while between pauses")
		cancel()
		require.True(t, stop(), "the context has ended")
	})
}
