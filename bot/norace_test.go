//go:build !race

package bot_test

// slowness is how many times slower a test may be.
const slowness = 1
