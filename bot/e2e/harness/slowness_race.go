//go:build race

package harness

// Slowness is how many times slower a test may be than without the race detector, which slows down
// drawing the most.
const Slowness = 6
