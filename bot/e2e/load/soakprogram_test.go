package load_test

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
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
	done    chan struct{}
	stopped chan struct{}
}

// watchMemory measures until stop is called.
func watchMemory(t *testing.T, pid int) *memory {
	m := &memory{done: make(chan struct{}), stopped: make(chan struct{})}
	go func() {
		defer close(m.stopped)
		for {
			select {
			case <-m.done:
				return
			case <-time.After(time.Second):
				m.samples = append(m.samples, statusMB(t, pid, "VmRSS"))
			}
		}
	}()
	return m
}

func (m *memory) stop() {
	close(m.done)
	<-m.stopped
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

// goroutines are those of a program that has nothing to do.
type goroutines struct {
	// connections is how many belong to connections that are kept for the next request.
	connections int
	// queues is how many remember for a few seconds who has posted in a channel.
	queues int
	// others are the stacks of the others.
	others []string
}

// idleQueue matches the stack of a queue that waits for its next entry.
var idleQueue = regexp.MustCompile(`announce\.await\([^\n]*\n[^\n]*\n\S*announce\.\(\*Announcer\)\.drive\(`)

// dumpGoroutines ends a program by a signal that makes it list its goroutines.
func dumpGoroutines(p *harness.Process) *goroutines {
	p.Helper()
	require.NoError(p, p.Cmd.Process.Signal(syscall.SIGQUIT))
	_ = p.Cmd.Wait() // the exit code is not 0 after this signal
	g := &goroutines{}
	_, dump, _ := strings.Cut(p.Output.String(), "SIGQUIT: quit")
	for goroutine := range strings.SplitSeq(dump, "\n\n") {
		switch {
		case !strings.HasPrefix(goroutine, "goroutine "):
		case strings.Contains(goroutine, "net/http.(*persistConn)"):
			g.connections++
		case idleQueue.MatchString(goroutine):
			g.queues++
		default:
			g.others = append(g.others, goroutine)
		}
	}
	return g
}

func (g *goroutines) String() string {
	return fmt.Sprintf("goroutines at the end: %d, %d of idle connections, and %d of channels",
		len(g.others), g.connections, g.queues)
}

// maxGoroutines is the most that a program has which is connected and idle.
const maxGoroutines = 35

// check checks that there are few goroutines, at most one for each channel, and none of a table or
// an interaction.
func (g *goroutines) check(t *testing.T, channels int) {
	t.Helper()
	require.LessOrEqual(t, g.queues, channels)
	require.NotEmpty(t, g.others)
	require.LessOrEqual(t, len(g.others), maxGoroutines, "%s", strings.Join(g.others, "\n\n"))
	for _, goroutine := range g.others {
		for _, finished := range []string{
			methodsOf(interaction.Request{}), methodsOf(interaction.Answer{}), methodsOf(tables.Tables{}),
			methodsOf(announce.Announcer{}) + "drive", methodsOf(interactions.Receiver{}) + "guard",
		} {
			require.NotContains(t, goroutine, finished)
		}
	}
}

// methodsOf returns how the methods of a type's pointer begin in a stack.
func methodsOf(value any) string {
	t := reflect.TypeOf(value)
	return t.PkgPath() + ".(*" + t.Name() + ")."
}
