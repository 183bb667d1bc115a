package harness

import (
	"strings"
	"sync/atomic"

	"amytis/bot/discord/rest/resttest"
)

// Log keeps what is logged, for tests to read.
type Log struct {
	resttest.LockedBuffer
	// forgotten is how much of it Errors leaves out.
	forgotten atomic.Int64
}

func (l *Log) Text() string { return l.String() }

func (l *Log) Errors() (lines []string) {
	for line := range strings.Lines(l.Text()[l.forgotten.Load():]) {
		if strings.Contains(line, " level=ERROR ") {
			lines = append(lines, line)
		}
	}
	return lines
}

func (l *Log) ForgetErrors() { l.forgotten.Store(int64(len(l.Text()))) }

func (l *Log) timesConnected() int { return strings.Count(l.Text(), " msg=connected ") }

// Tail returns the last n bytes.
func Tail(text string, n int) string { return text[max(0, len(text)-n):] }
