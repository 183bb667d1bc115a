// Package labflag defines the flag -lab of the crash lab for every test program below bot. A test
// program refuses flags that it does not know, and "go test ./bot/... -lab 10m" gives the flag to
// all of them. Only tests import it.
package labflag

import (
	"flag"
	"time"
)

// Duration is how long the crash lab runs.
var Duration = flag.Duration("lab", 5*time.Second, "how long TestCrashLab runs")
