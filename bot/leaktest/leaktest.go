// Package leaktest ends the tests of a package, and fails them if something that they have started goes on: a bot has
// to be gone when its Run has returned. It knows nothing of what there is to end, and is for tests alone.
package leaktest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long what has been told to end may take for it. goleak alone grants 0.4 s, which is less than a busy
// machine may need to run every goroutine once more.
const patience = 10 * time.Second

// Main is for a TestMain: it runs the tests, then what ends the rest, in order, and leaves the program. What is left
// is looked for only after tests that have passed.
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

// left is an error that lists the goroutines that go on, nil if there are none.
func left() error {
	for deadline := time.Now().Add(patience); ; {
		if err := goleak.Find(); err == nil || time.Now().After(deadline) {
			return err
		}
	}
}
