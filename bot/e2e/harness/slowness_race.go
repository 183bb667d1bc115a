//go:build race

package harness

func init() { Slowness = 6 } // drawing the most
