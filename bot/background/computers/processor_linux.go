package computers

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// measure measures this goroutine's processor time until took is called. It must start no others.
func measure() (took func() time.Duration) {
	runtime.LockOSThread()
	before := threadTime()
	return func() time.Duration {
		defer runtime.UnlockOSThread()
		return threadTime() - before
	}
}

// threadTime is exact: getrusage is less precise than most turns are long.
func threadTime() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		return 0
	}
	return time.Duration(used.Nano())
}
