//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime returns the time since the program started: the CPU time is not known here.
func processorTime() time.Duration { return time.Since(started) }
