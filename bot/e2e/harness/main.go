package harness

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	_ "amytis/bot/labflag" // for go test ./bot/... -lab
	"amytis/bot/leaktest"
)

// Main runs the tests of a package, and fails them if a bot leaves a goroutine behind. Every test
// package under bot/e2e calls it from TestMain. Three tests run at once for each processor, since
// all wait for the disk, for timers and for programs that start.
func Main(m *testing.M) { leaktest.MainOfWaiting(m, 3, tidyUp) }

// tidyUp waits for the bots of all tests and removes the program that they ran.
func tidyUp() error {
	WaitForShutdowns()
	return errors.Join(append(shutdowns.errs, os.RemoveAll(program.folder))...)
}

// shutdowns are the bots that still shut down after their tests. discordgo may take a second for
// it, and no test waits for that.
var shutdowns struct {
	running sync.WaitGroup
	mu      sync.Mutex
	errs    []error
}

// WaitForShutdowns waits until the bots of finished tests have shut down.
func WaitForShutdowns() { shutdowns.running.Wait() }

// shutDown takes steps in the background, up to the first that fails.
func shutDown(steps ...func() error) {
	shutdowns.running.Go(func() {
		if err := inOrder(steps...); err != nil {
			shutdowns.mu.Lock()
			defer shutdowns.mu.Unlock()
			shutdowns.errs = append(shutdowns.errs, fmt.Errorf("shutting down after a test: %w", err))
		}
	})
}

// inOrder takes steps up to the first that fails, and returns its error.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
