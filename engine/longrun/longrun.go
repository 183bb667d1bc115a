// Package longrun says how much a test does: by day (`go test ./...`) what finds most faults in
// little time, in the long run (.ci/run with AMYTIS_LONG=1) more games, seeds and real time.
package longrun

import (
	"flag"
	"os"
	"testing"
)

// On asks at every call, since `go test` notices for its cache only what a test asks.
func On() bool { return os.Getenv("AMYTIS_LONG") != "" }

// Only skips a test by day. why says what makes it long.
func Only(t testing.TB, why string) {
	t.Helper()
	if !On() {
		t.Skip("only with AMYTIS_LONG=1: " + why)
	}
}

// Choose returns the first value by day, the second in the long run.
func Choose[T any](byDay, long T) T {
	if On() {
		return long
	}
	return byDay
}

// Some returns cases of a test: by day those with these names, in the long run all.
func Some[T any](all map[string]T, byDay ...string) map[string]T {
	if On() {
		return all
	}
	some := map[string]T{}
	for _, name := range byDay {
		one, found := all[name]
		if !found {
			panic("no case has the name " + name)
		}
		some[name] = one
	}
	return some
}

// FewerChecks has rapid try fewer cases by day, for TestMain. The flag -rapid.checks is stronger.
func FewerChecks() {
	if !On() {
		_ = flag.Set("rapid.checks", "30")
	}
}
