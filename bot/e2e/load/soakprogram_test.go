package load_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

// watchMemory measures the resident memory of a process, second by second, in MB, until stop is
// called.
func watchMemory(t *testing.T, pid int) (stop func() (samples []float64)) {
	over, measured := make(chan struct{}), make(chan []float64)
	go func() {
		defer close(measured)
		var samples []float64
		for {
			samples = append(samples, statusMB(t, pid, "VmRSS"))
			select {
			case <-over:
				measured <- samples
				return
			case <-time.After(time.Second):
			}
		}
	}()
	return func() []float64 { close(over); return <-measured }
}

// thirds returns the most of the samples in each third of the time.
func thirds(samples []float64) (most [3]float64) {
	for i, sample := range samples {
		third := &most[3*i/len(samples)]
		*third = max(*third, sample)
	}
	return most
}

// warmUp is how long the memory of a program grows after its start.
const warmUp = 2 * time.Minute

// checkMemory checks that the last third of the time took hardly more than the one before.
func checkMemory(t *testing.T, samples []float64) {
	t.Helper()
	if *soakTime < warmUp {
		return
	}
	growth := 1.2
	if *soakTime >= 5*warmUp {
		growth = 1.1
	}
	most := thirds(samples)
	require.LessOrEqual(t, most[2], growth*most[1],
		"the most MB in the last third of the time, against %v times the middle third", growth)
}

// statusMB returns a field of a process's status in /proc, in MB.
func statusMB(t testing.TB, pid int, field string) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(data), "\n") {
		if rest, found := strings.CutPrefix(line, field+":"); found {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			require.NoError(t, err)
			return float64(kb) / 1024
		}
	}
	t.Fatalf("no %s in the status of process %d", field, pid)
	return 0
}

// restTime is longer than the pause between two changes of a live game's message.
const restTime = 4 * time.Second

// idle matches the stacks of a connection that is kept for the next request, and of a queue that
// remembers for a few seconds who has posted in a channel.
var idle = regexp.MustCompile(`net/http\.\(\*persistConn\)|` +
	`announce\.await\([^\n]*\n[^\n]*\n\S*announce\.\(\*Announcer\)\.drive\(`)

// maxGoroutines is the most that a program has which is connected and idle.
const maxGoroutines = 35

// checkGoroutines ends a program by a signal that makes it list its goroutines, and checks that
// there are few beside idle ones: none of a table or an interaction is left. It returns how many.
func checkGoroutines(p *harness.Process) int {
	p.Helper()
	require.NoError(p, p.Cmd.Process.Signal(syscall.SIGQUIT))
	_ = p.Cmd.Wait() // the exit code is not 0 after this signal
	_, dump, _ := strings.Cut(p.Output.String(), "SIGQUIT: quit")
	left := slices.DeleteFunc(strings.Split(dump, "\n\n"), func(goroutine string) bool {
		return !strings.HasPrefix(goroutine, "goroutine ") || idle.MatchString(goroutine)
	})
	require.NotEmpty(p, left)
	require.LessOrEqual(p, len(left), maxGoroutines, "%s", strings.Join(left, "\n\n"))
	return len(left)
}
