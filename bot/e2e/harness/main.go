package harness

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"go.uber.org/goleak"

	"amytis/engine/longrun"
	"amytis/render"
)

// Main runs the tests of a package, and fails them if a bot leaves a goroutine behind. Each
// TestMain under bot/e2e calls it. $GOGC, $GOMEMLIMIT and -parallel are stronger than what it sets.
func Main(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // Go's 100 would spend a tenth of the time on collections
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(3 << 29) // six bots and Discords use some hundred megabytes
	}
	// All tests wait for the disk, for timers and for programs that start.
	if err := flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	// By day one picture in four is painted, and each one is composed. Benchmarks are about speed.
	if flag.Parse(); flag.Lookup("test.bench").Value.String() == "" {
		render.PaintOneIn(longrun.Choose(4, 1))
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(program.folder) // with the program that tests ran
		os.Exit(code)
	}))
}
