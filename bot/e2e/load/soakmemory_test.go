package load_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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

// third returns the most in the i-th third of the time, from 0.
func (m *memory) third(i int) float64 {
	n := len(m.samples)
	if n < 3 {
		return 0
	}
	return slices.Max(m.samples[i*n/3 : (i+1)*n/3])
}

func (m *memory) String() string {
	return fmt.Sprintf("memory: %.0f MB at most; thirds %.0f, %.0f, %.0f MB", max(m.third(0), m.third(1), m.third(2)),
		m.third(0), m.third(1), m.third(2))
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
	require.LessOrEqual(t, m.third(2), growth*m.third(1),
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
