package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// screen is a terminal that shows the progress of a command in its last line until the command
// prints or ends.
type screen struct {
	mu       sync.Mutex
	terminal io.Writer
	shown    bool
}

func onTerminal(stream any) bool {
	if p, is := stream.(printer); is {
		stream = p.w
	}
	f, is := stream.(*os.File)
	return is && term.IsTerminal(int(f.Fd()))
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = true
	return s.terminal.Write(b)
}

// writeAbove removes the progress, and writes to w.
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

// printer removes the progress before it writes, and escapes text.
type printer struct {
	*screen
	w   io.Writer
	raw bool // for what is no text
}

func (p printer) Write(b []byte) (int, error) {
	if p.raw {
		return p.writeAbove(p.w, b)
	}
	_, err := p.writeAbove(p.w, escaped(b))
	return len(b), err
}

// raw returns the stream of a command for a picture or a backup.
func raw(std io.Writer) io.Writer {
	p := std.(printer)
	return printer{p.screen, p.w, true}
}

// escaped escapes the characters by which a name or a move could command the terminal. In JSON they
// mean the same.
func escaped(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range string(text) {
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Bidi_Control) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}
