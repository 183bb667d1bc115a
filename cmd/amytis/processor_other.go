//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime returns the time since the program started, since the processor's is not known.
func processorTime() time.Duration { return time.Since(started) }
