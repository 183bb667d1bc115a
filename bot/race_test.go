//go:build race

package bot_test

// slowness is how many times slower a test may be: the race detector takes its
// time, above all for pictures.
const slowness = 6
