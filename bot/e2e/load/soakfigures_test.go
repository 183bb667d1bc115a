package load_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// figures counts and measures what happens in a soak test.
type figures struct {
	began time.Time

	mu            sync.Mutex
	lasted        time.Duration // 0 until stop
	answers       []answer
	all           int // answers of any kind, with suggestions
	apologies     int // answers in which the bot apologizes
	failures      int // interactions that the bot did not answer
	faults        map[string]int
	disturbed     map[string]bool // interactions whose answer met a fault
	gatewayFaults []time.Time     // when they happened
}

// answer is the answer to a command or press.
type answer struct {
	interaction string
	asked       time.Time
	took        time.Duration
}

// recoveryTime is how long after a fault of the gateway nothing is measured. The bot may be away
// for some seconds, and then answers late.
const recoveryTime = 10 * time.Second

func newFigures() *figures {
	return &figures{faults: map[string]int{}, disturbed: map[string]bool{}}
}

// traffic counts requests of the bot and their faults.
func (f *figures) traffic(t localdiscord.Traffic) {
	if t.Kind != "rest" {
		return
	}
	callback := strings.HasSuffix(t.Path, "/callback")
	f.mu.Lock()
	defer f.mu.Unlock()
	if callback && f.lasted == 0 {
		f.all++
	}
	if t.Fault == "" {
		return
	}
	f.faults[t.Fault]++
	if callback {
		f.disturbed[strings.Split(t.Path, "/")[2]] = true
	}
}

func (f *figures) answered(in *localdiscord.Interaction, apology bool, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		if apology {
			f.apologies++
		}
		f.answers = append(f.answers, answer{in.ID(), in.Created(), at.Sub(in.Created())})
	}
}

func (f *figures) unanswered(*localdiscord.Interaction) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		f.failures++
	}
}

func (f *figures) lost(events int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults["lose an interaction"] += events
}

func (f *figures) gatewayDisturbed() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults["disturb the gateway"]++
	f.gatewayFaults = append(f.gatewayFaults, time.Now())
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

// undisturbed returns the times of the answers that no fault has delayed, the shortest first.
func (f *figures) undisturbed() []time.Duration {
	var all []time.Duration
	for _, a := range f.answers {
		delayed := slices.ContainsFunc(f.gatewayFaults, func(at time.Time) bool {
			return a.asked.Add(a.took).After(at) && a.asked.Before(at.Add(recoveryTime))
		})
		if !delayed && !f.disturbed[a.interaction] {
			all = append(all, a.took)
		}
	}
	slices.Sort(all)
	return all
}

func (f *figures) report(t *testing.T, m *memory, left *goroutines) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	times := f.undisturbed()
	require.NotEmpty(t, times, "nothing was measured")
	at := func(q float64) time.Duration {
		return times[int(q*float64(len(times)-1))].Round(100 * time.Microsecond)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d tables for %v\n", *soakTables, f.lasted.Round(time.Second))
	fmt.Fprintf(&b, "interactions: %d commands and presses, %.0f/s; %.0f/s with suggestions\n",
		len(f.answers), float64(len(f.answers))/f.lasted.Seconds(), float64(f.all)/f.lasted.Seconds())
	fmt.Fprintf(&b, "answered within: p50 %v, p99 %v, of the %d without a fault; %d apologies\n", at(0.5), at(0.99),
		len(times), f.apologies)
	fmt.Fprintf(&b, "%v\n%v\n", m, left)
	fmt.Fprintf(&b, "faults: %v", counted(f.faults))
	t.Log(b.String())
}

// counted lists how many there are of each.
func counted(n map[string]int) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(n)) {
		all = append(all, fmt.Sprintf("%s %d", name, n[name]))
	}
	return strings.Join(all, ", ")
}
