package towers

import (
	"os"
	"runtime/debug"
)

// init collects garbage less often. The tests keep little and make much, so that Go's default takes
// up to a quarter of their time. $GOGC is stronger.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
