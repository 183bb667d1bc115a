package crashlab_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// trace remembers what happened last, for a failure.
type trace struct {
	began time.Time
	mu    sync.Mutex
	lines []string
}

// maxTrace is how many lines a trace keeps.
const maxTrace = 300

func (t *trace) add(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, fmt.Sprintf("%8.3fs ", time.Since(t.began).Seconds())+fmt.Sprintf(format, args...))
	if len(t.lines) > 2*maxTrace {
		t.lines = append([]string(nil), t.lines[maxTrace:]...)
	}
}

// String returns the newest lines.
func (t *trace) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines[max(0, len(t.lines)-maxTrace):], "\n")
}

// figures counts what happened.
type figures struct {
	rounds, forgotten, restores, backups, lostReplies, fullDisks, moves, messages int
	kills, interactions, stalePresses                                             atomic.Int64
}

// String returns the figures in one line.
func (f *figures) String() string {
	return fmt.Sprintf("%d kills (%d with forgotten nonces), %d restores of %d backups, %d lost replies, "+
		"%d full disks, %d presses of stale buttons over %d interactions in %d rounds; %d moves and %d messages judged",
		f.kills.Load(), f.forgotten, f.restores, f.backups, f.lostReplies, f.fullDisks, f.stalePresses.Load(),
		f.interactions.Load(), f.rounds, f.moves, f.messages)
}
