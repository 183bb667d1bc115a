package bot_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// memory is the resident memory of a program, second by second, in MB.
type memory struct {
	samples []float64
	done    chan struct{}
	stopped chan struct{}
}

// watchMemory reads it until it is told to stop.
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

// third is the most in a third of the time, counted from 0.
func (m *memory) third(i int) float64 {
	n := len(m.samples)
	if n < 3 {
		return 0
	}
	return slices.Max(m.samples[i*n/3 : (i+1)*n/3])
}

func (m *memory) String() string {
	return fmt.Sprintf("memory: %.0f MB at most; thirds %.0f, %.0f, %.0f MB", max(m.third(0), m.third(1), m.third(2)), m.third(0), m.third(1), m.third(2))
}

// In a shorter time than this the memory of a program that has just started still
// grows.
const soakWarm = 2 * time.Minute

// verdict: the last third of the time takes at most a fifth more than the one
// before.
func (m *memory) verdict(t *testing.T) {
	t.Helper()
	if *soakTime < soakWarm {
		return
	}
	require.LessOrEqual(t, m.third(2), 1.2*m.third(1), "the most MB in the last third of the time, against 1.2 times the middle third")
}
