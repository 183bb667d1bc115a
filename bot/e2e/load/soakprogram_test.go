package load_test

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/announce"
	"amytis/bot/discord/interactions"
	"amytis/bot/e2e/harness"
	"amytis/bot/interaction"
	"amytis/bot/tables"
)

// memory is the resident memory of a process, second by second, in MB.
type memory struct {
	samples []float64
	// stop ends the measurement.
	stop func()
}

// watchMemory measures until stop is called.
func watchMemory(t *testing.T, pid int) *memory {
	ctx, cancel := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	m := &memory{stop: func() { cancel(); watching.Wait() }}
	watching.Go(func() {
		for ctx.Err() == nil {
			m.samples = append(m.samples, statusMB(t, pid, "VmRSS"))
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	})
	return m
}

func (m *memory) String() string {
	return fmt.Sprintf("the most memory in each third: %.0f MB", thirds(m.samples))
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

// check checks that the last third of the time took hardly more than the one before.
func (m *memory) check(t *testing.T) {
	t.Helper()
	if *soakTime < warmUp {
		return
	}
	growth := 1.2
	if *soakTime >= 5*warmUp {
		growth = 1.1
	}
	most := thirds(m.samples)
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

// goroutines are the stacks of a program that has nothing to do, without those of connections that
// are kept for the next request.
type goroutines []string

// dumpGoroutines ends a program by a signal that makes it list its goroutines.
func dumpGoroutines(p *harness.Process) (all goroutines) {
	p.Helper()
	require.NoError(p, p.Cmd.Process.Signal(syscall.SIGQUIT))
	_ = p.Cmd.Wait() // the exit code is not 0 after this signal
	_, dump, _ := strings.Cut(p.Output.String(), "SIGQUIT: quit")
	for goroutine := range strings.SplitSeq(dump, "\n\n") {
		if strings.HasPrefix(goroutine, "goroutine ") && !strings.Contains(goroutine, "net/http.(*persistConn)") {
			all = append(all, goroutine)
		}
	}
	return all
}

// idleQueue matches the stack of a queue that remembers for a few seconds who has posted in a
// channel.
var idleQueue = regexp.MustCompile(`announce\.await\([^\n]*\n[^\n]*\n\S*announce\.\(\*Announcer\)\.drive\(`)

// maxGoroutines is the most that a program has which is connected and idle.
const maxGoroutines = 35

// check checks that there are few goroutines, at most one more for each channel, and none of a
// table or an interaction.
func (g goroutines) check(t *testing.T, channels int) {
	t.Helper()
	others := slices.DeleteFunc(slices.Clone(g), idleQueue.MatchString)
	require.LessOrEqual(t, len(g)-len(others), channels)
	require.NotEmpty(t, others)
	require.LessOrEqual(t, len(others), maxGoroutines, "%s", strings.Join(others, "\n\n"))
	for _, finished := range []string{
		methodsOf(interaction.Request{}), methodsOf(interaction.Answer{}), methodsOf(tables.Tables{}),
		methodsOf(announce.Announcer{}) + "drive", methodsOf(interactions.Receiver{}) + "guard",
	} {
		require.NotContains(t, strings.Join(others, "\n\n"), finished)
	}
}

// methodsOf returns how the methods of a type's pointer begin in a stack.
func methodsOf(value any) string {
	t := reflect.TypeOf(value)
	return t.PkgPath() + ".(*" + t.Name() + ")."
}
