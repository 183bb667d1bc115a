package main

import (
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// screen is a terminal with the progress of a command in its last line, which is gone when the
// command prints or ends.
type screen struct {
	mu       sync.Mutex
	terminal io.Writer
	shown    bool
}

// newScreen returns the screen of a command, nil if its errors are not shown on a terminal.
func newScreen(std streams) *screen {
	if onTerminal(std.err) {
		return &screen{terminal: std.err}
	}
	return nil
}

func onTerminal(stream any) bool {
	if above, is := stream.(writerAbove); is {
		stream = above.w
	}
	f, is := stream.(*os.File)
	return is && term.IsTerminal(int(f.Fd()))
}

// Write shows the progress.
func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = true
	return s.terminal.Write(b)
}

// writeAbove writes to w without the line of the progress.
func (s *screen) writeAbove(w io.Writer, b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown {
		fmt.Fprint(s.terminal, "\r\x1b[K")
		s.shown = false
	}
	return w.Write(b)
}

func (s *screen) close() { _, _ = s.writeAbove(io.Discard, nil) }

// writerAbove removes the line of the progress before it writes.
type writerAbove struct {
	*screen
	w io.Writer
}

func (a writerAbove) Write(b []byte) (int, error) { return a.writeAbove(a.w, b) }
