package bot_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/store/bolt"
)

// settle waits until the program has announced everything, as a copy of its store
// says, and every channel is at rest.
func (s *soak) settle() {
	s.Helper()
	deadline := time.Now().Add(5 * time.Minute)
	for s.waiting() > 0 {
		require.True(s, time.Now().Before(deadline), "%d messages are not announced\n%s", s.waiting(), s.program.tail())
		time.Sleep(time.Second)
	}
	time.Sleep(soakRest)
}

// soakRest is longer than the pause between two changes of a live game's message.
const soakRest = 4 * time.Second

// waiting is how many messages are in the outbox of the running program, but no
// more than 100.
func (s *soak) waiting() int {
	s.Helper()
	dst := filepath.Join(s.TempDir(), "copy.db")
	require.NoError(s, bolt.Backup(context.Background(), s.path, dst))
	db, err := bolt.Open(dst, bolt.Options{Program: "test"})
	require.NoError(s, err)
	waiting, err := db.Outbox(context.Background(), 0, 100)
	require.NoError(s, err)
	require.NoError(s, db.Close())
	return len(waiting)
}

// remains are the goroutines of a program that has nothing to do.
type remains struct {
	goroutines []string
	idle       int // of connections that are kept for the next request
}

// quit ends the program with a list of its goroutines.
func (p *process) quit() *remains {
	p.Helper()
	require.NoError(p, p.running.Process.Signal(syscall.SIGQUIT))
	_ = p.running.Wait() // the code of a program that was told to quit is not 0
	r := &remains{}
	_, dump, _ := strings.Cut(p.output.String(), "SIGQUIT: quit")
	for goroutine := range strings.SplitSeq(dump, "\n\n") {
		switch {
		case !strings.HasPrefix(goroutine, "goroutine "):
		case strings.Contains(goroutine, "net/http.(*persistConn)"):
			r.idle++
		default:
			r.goroutines = append(r.goroutines, goroutine)
		}
	}
	return r
}

func (p *process) tail() string {
	all := p.output.String()
	return all[max(0, len(all)-4000):]
}

func (r *remains) String() string {
	return fmt.Sprintf("goroutines at the end: %d, and %d of idle connections", len(r.goroutines), r.idle)
}

// soakGoroutines is how many a program has that is connected and idle, at most.
const soakGoroutines = 30

// verdict: a few goroutines of the program itself, none of a table or an
// interaction.
func (r *remains) verdict(t *testing.T) {
	t.Helper()
	require.NotEmpty(t, r.goroutines)
	require.LessOrEqual(t, len(r.goroutines), soakGoroutines, "%s", strings.Join(r.goroutines, "\n\n"))
	for _, goroutine := range r.goroutines {
		for _, gone := range []string{"bot.(*request).", "bot.(*desk).", "bot.(*announcer).drive", "session.(*dispatcher).interaction"} {
			require.NotContains(t, goroutine, gone)
		}
	}
}
