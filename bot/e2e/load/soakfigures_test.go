package load_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"amytis/bot/localdiscord"
)

// figures counts and measures the answers to commands and presses.
type figures struct {
	mu        sync.Mutex
	began     time.Time
	lasted    time.Duration // 0 until stop
	answers   []answer
	apologies int             // answers in which the bot apologizes
	failures  int             // interactions that the bot did not answer
	faults    int             // requests that met a fault
	disturbed map[string]bool // interactions whose answer met a fault
	last      time.Time       // of the requests
	// connected is when the bot began or went on with a session.
	connected []time.Time
}

// answer is the answer to a command or press.
type answer struct {
	interaction string
	asked       time.Time
	took        time.Duration
}

// recoveryTime is how long nothing is measured after the bot has connected: it then answers late.
const recoveryTime = 10 * time.Second

func newFigures() *figures { return &figures{disturbed: map[string]bool{}} }

// traffic counts requests that meet a fault, and notes connections.
func (f *figures) traffic(t localdiscord.Traffic) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t.Kind == "rest" {
		f.last = t.At
	}
	switch {
	case t.Name == "identify" || t.Name == "resume":
		f.connected = append(f.connected, t.At)
	case t.Fault != "":
		f.faults++
		if strings.HasSuffix(t.Path, "/callback") {
			f.disturbed[strings.Split(t.Path, "/")[2]] = true
		}
	}
}

func (f *figures) answered(in *localdiscord.Interaction, apology bool, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		if apology {
			f.apologies++
		}
		f.answers = append(f.answers, answer{in.ID, in.Created, at.Sub(in.Created)})
	}
}

func (f *figures) unanswered(*localdiscord.Interaction) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		f.failures++
	}
}

// rested reports whether the bot has made no request for a time.
func (f *figures) rested(d time.Duration) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return time.Since(f.last) > d
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
	return len(f.answers) - f.apologies, f.apologies
}

// String returns the figures, with the times of the answers that no fault has delayed.
func (f *figures) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	times := &latencies{}
	for _, a := range f.answers {
		delayed := slices.ContainsFunc(f.connected, func(at time.Time) bool {
			return at.After(f.began) && a.asked.Add(a.took).After(at) && a.asked.Before(at.Add(recoveryTime))
		})
		if !delayed && !f.disturbed[a.interaction] {
			times.add(a.took)
		}
	}
	if len(times.all) == 0 {
		return "nothing was measured"
	}
	return fmt.Sprintf("%d commands and presses in %v: %d apologies, %d without an answer; %d faults; "+
		"the %d without a fault answered within p50 %.1f ms, p99 %.1f ms", len(f.answers)+f.failures,
		f.lasted.Round(time.Second), f.apologies, f.failures, f.faults, len(times.all), times.ms(0.5), times.ms(0.99))
}
