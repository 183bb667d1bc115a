package computers

import (
	"runtime"
	"syscall"
	"time"
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

// threadTime returns how long the processor has worked for this thread.
func threadTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
