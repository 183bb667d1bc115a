// Package leaktest runs the tests of a package and fails them if goroutines are left running
// afterwards. It is for tests only. The bot's packages use it because no goroutine may outlive the
// bot's Run.
package leaktest

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long goroutines may take to end. goleak alone waits 0.4 s, which is too short on
// a busy machine.
const patience = 10 * time.Second

// garbagePercent is how much garbage the tests may make for each 100 bytes in use. They use little.
// Go's default would spend a tenth of their time on collections. $GOGC is stronger.
const garbagePercent = 400

// memoryLimit is from how many bytes on they may make less garbage. Six whole bots and Discords at
// once have some hundred megabytes in use. $GOMEMLIMIT is stronger.
const memoryLimit = 3 << 29

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}

// Main is for a TestMain. It runs the tests, calls the functions in last in order, and ends the
// program. It looks for goroutines only if the tests have passed.
func Main(m *testing.M, last ...func() error) {
	code := m.Run()
	for _, end := range last {
		if err := end(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	if code == 0 {
		if err := left(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// MainOfWaiting is [Main] for tests that mostly wait. It lets some of them run at once for each
// processor, unless the flag -parallel says how many.
func MainOfWaiting(m *testing.M, each int, last ...func() error) {
	if err := flag.Set("test.parallel", strconv.Itoa(each*runtime.GOMAXPROCS(0))); err != nil {
		panic(err) // the flag is there in every test
	}
	Main(m, last...)
}

// left returns an error that lists the running goroutines, nil if there are none.
func left() error {
	for deadline := time.Now().Add(patience); ; {
		if err := goleak.Find(); err == nil || time.Now().After(deadline) {
			return err
		}
	}
}
