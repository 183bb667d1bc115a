package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// screen shows on a terminal how far a command is, in one line that is gone when the command prints
// or ends.
type screen struct {
	mu    sync.Mutex
	out   io.Writer
	shown bool
	what  string
	since time.Time // when what began
}

// newScreen returns the screen of a command, nil if its errors are not shown on a terminal.
func newScreen(std streams) *screen {
	if f, is := std.err.(*os.File); is && term.IsTerminal(int(f.Fd())) {
		return &screen{out: f}
	}
	return nil
}

// show is a [progress.Listener].
func (s *screen) show(what string, done, total int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if what != s.what || done == 0 {
		s.what, s.since = what, now
	}
	fmt.Fprintf(s.out, "\r%s\x1b[K", progressLine(what, done, total, now.Sub(s.since)))
	s.shown = true
}

// progressLine returns the text of the line, with the time left after the first second.
func progressLine(what string, done, total int64, spent time.Duration) string {
	done = min(done, total)
	line := fmt.Sprintf("%s: %d %%", what, 100*done/max(total, 1))
	if spent < time.Second || done == 0 {
		return line
	}
	left := time.Duration(float64(spent) / float64(done) * float64(total-done))
	return fmt.Sprintf("%s, %v left", line, left.Round(time.Second))
}

// clear removes the line. The caller has the lock.
func (s *screen) clear() {
	if s.shown {
		fmt.Fprint(s.out, "\r\x1b[K")
		s.shown = false
	}
}

// close removes the line.
func (s *screen) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
}

// above returns a writer that removes the line before it writes.
func (s *screen) above(w io.Writer) io.Writer { return &writerAbove{s, w} }

type writerAbove struct {
	screen *screen
	w      io.Writer
}

func (a *writerAbove) Write(b []byte) (int, error) {
	a.screen.mu.Lock()
	defer a.screen.mu.Unlock()
	a.screen.clear()
	return a.w.Write(b)
}
