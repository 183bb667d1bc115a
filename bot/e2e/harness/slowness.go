//go:build !race

package harness

// Slowness is how many times slower a test may be than without the race detector.
const Slowness = 1
