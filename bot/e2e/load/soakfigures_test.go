package load_test

import (
	"fmt"
	"sync"
	"time"

	"amytis/bot/localdiscord"
)

// figures counts and measures the answers to commands and presses.
type figures struct {
	mu        sync.Mutex
	began     time.Time
	lasted    time.Duration // 0 until stop
	answers   latencies
	apologies int // answers in which the bot apologizes
	failures  int // interactions that the bot did not answer
	faults    int // requests that met a fault
}

// traffic counts requests that meet a fault.
func (f *figures) traffic(t localdiscord.Traffic) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t.Fault != "" {
		f.faults++
	}
}

func (f *figures) answered(in *localdiscord.Interaction, apology bool, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		if apology {
			f.apologies++
		}
		f.answers.add(at.Sub(in.Created))
	}
}

func (f *figures) unanswered(*localdiscord.Interaction) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		f.failures++
	}
}

// start begins the measurement.
func (f *figures) start() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.began = time.Now()
}

// stop ends the measurement.
func (f *figures) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lasted = time.Since(f.began)
}

// counts returns how many commands and presses the bot has carried out, and for how many it
// apologized.
func (f *figures) counts() (good, apologies int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.answers.all) - f.apologies, f.apologies
}

func (f *figures) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.answers.all) == 0 {
		return "nothing was measured"
	}
	return fmt.Sprintf("%d commands and presses in %v: %d apologies, %d without an answer; %d faults; "+
		"answered within p50 %.1f ms, p99 %.1f ms", len(f.answers.all)+f.failures,
		f.lasted.Round(time.Second), f.apologies, f.failures, f.faults, f.answers.ms(0.5), f.answers.ms(0.99))
}
