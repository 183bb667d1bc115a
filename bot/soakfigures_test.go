package bot_test

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

// soakFigures counts and measures what happens in a soak test.
type soakFigures struct {
	began time.Time

	mu      sync.Mutex
	lasted  time.Duration // 0 while it lasts
	answers []soakAnswer
	all     int // answers of any kind, suggestions too
	sorry   int // answers that are apologies
	games   map[string]int
	faults  map[string]int
	touched map[string]bool // interactions whose answer met a fault
	shakes  []time.Time     // of the gateway
}

// soakAnswer is the answer to a command or press.
type soakAnswer struct {
	interaction string
	asked       time.Time
	took        time.Duration
}

// soakShaken is how long after a fault of the gateway nothing is measured: the bot
// may be away for some seconds, and answers then what was asked meanwhile.
const soakShaken = 10 * time.Second

func newSoakFigures() *soakFigures {
	return &soakFigures{games: map[string]int{}, faults: map[string]int{}, touched: map[string]bool{}}
}

// traffic looks at what passes between the bot and Discord.
func (f *soakFigures) traffic(t localdiscord.Traffic) {
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
		f.touched[strings.Split(t.Path, "/")[2]] = true
	}
}

func (f *soakFigures) answered(in *localdiscord.Interaction, sorry bool, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		if sorry {
			f.sorry++
		}
		f.answers = append(f.answers, soakAnswer{in.ID(), in.Created(), at.Sub(in.Created())})
	}
}

func (f *soakFigures) ended(game string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.games[game]++
}

func (f *soakFigures) lost(events int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults["lose an interaction"] += events
}

func (f *soakFigures) shaken() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults["shake the gateway"]++
	f.shakes = append(f.shakes, time.Now())
}

// start begins what is measured.
func (f *soakFigures) start() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.began = time.Now()
}

// stop ends what is measured.
func (f *soakFigures) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lasted = time.Since(f.began)
}

// calm are the times of the answers that no fault touched, the quickest first.
func (f *soakFigures) calm() []time.Duration {
	var all []time.Duration
	for _, a := range f.answers {
		shaken := slices.ContainsFunc(f.shakes, func(at time.Time) bool {
			return a.asked.Add(a.took).After(at) && a.asked.Before(at.Add(soakShaken))
		})
		if !shaken && !f.touched[a.interaction] {
			all = append(all, a.took)
		}
	}
	slices.Sort(all)
	return all
}

func (f *soakFigures) report(t *testing.T, m *memory, rest *remains) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	calm := f.calm()
	require.NotEmpty(t, calm, "nothing was measured")
	at := func(q float64) time.Duration {
		return calm[int(q*float64(len(calm)-1))].Round(100 * time.Microsecond)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d tables for %v\n", *soakTables, f.lasted.Round(time.Second))
	fmt.Fprintf(&b, "interactions: %d commands and presses, %.0f/s; %.0f/s with suggestions\n",
		len(f.answers), float64(len(f.answers))/f.lasted.Seconds(), float64(f.all)/f.lasted.Seconds())
	fmt.Fprintf(&b, "answered within: p50 %v, p99 %v, of the %d that no fault touched; %d apologies\n", at(0.5), at(0.99), len(calm), f.sorry)
	fmt.Fprintf(&b, "%v\n%v\n", m, rest)
	fmt.Fprintf(&b, "games ended: %v\nfaults: %v", counted(f.games), counted(f.faults))
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
