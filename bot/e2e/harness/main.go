package harness

import (
	"os"
	"testing"

	"amytis/bot/leaktest"
)

// Main runs the tests of a package, and fails them if a bot leaves a goroutine behind. Every test
// package under bot/e2e calls it from TestMain. Three tests run at once for each processor, since
// all wait for the disk, for timers and for programs that start.
func Main(m *testing.M) { leaktest.MainOfWaiting(m, 3, tidyUp) }

// tidyUp removes the program that tests ran.
func tidyUp() error { return os.RemoveAll(program.folder) }
