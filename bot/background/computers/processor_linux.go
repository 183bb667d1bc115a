package computers

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// measure begins to measure how long the processor works for this goroutine, which must not start
// others meanwhile. took returns the time since then, and ends the measurement.
func measure() (took func() time.Duration) {
	runtime.LockOSThread()
	before := threadTime()
	return func() time.Duration {
		defer runtime.UnlockOSThread()
		return threadTime() - before
	}
}

// threadTime returns how long the processor has worked for this thread. getrusage is less precise
// than most turns are long.
func threadTime() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		return 0
	}
	return time.Duration(used.Nano())
}
