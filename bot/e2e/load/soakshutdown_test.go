package load_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/announce"
	"amytis/bot/e2e/harness"
	"amytis/bot/interaction"
	"amytis/bot/tables"
	"amytis/store/bolt"
)

// settle waits until the program has announced everything, by a copy of its store, and live
// messages are up to date.
func (s *soak) settle() {
	s.Helper()
	deadline := time.Now().Add(5 * time.Minute)
	for s.waiting() > 0 {
		require.True(s, time.Now().Before(deadline), "%d messages are not announced\n%s", s.waiting(),
			harness.Tail(s.program.Output.String(), 4000))
		time.Sleep(time.Second)
	}
	time.Sleep(restTime)
}

// restTime is longer than the pause between two changes of a live game's message.
const restTime = 4 * time.Second

// waiting returns how many messages are in the outbox of the running program, at most 100.
func (s *soak) waiting() int {
	s.Helper()
	dst := filepath.Join(s.TempDir(), "copy.db")
	require.NoError(s, bolt.Backup(context.Background(), s.StorePath, dst))
	db, err := bolt.Open(dst, bolt.Options{Program: "test"})
	require.NoError(s, err)
	waiting, err := db.Outbox(context.Background(), 0, 100)
	require.NoError(s, err)
	require.NoError(s, db.Close())
	return len(waiting)
}

// goroutines are those of a program that has nothing to do.
type goroutines struct {
	// connections is how many belong to connections that are kept for the next request.
	connections int
	// queues is how many remember for a few seconds who has posted in a channel.
	queues int
	// others are the stacks of the others.
	others []string
}

// dumpGoroutines ends a program by a signal that makes it list its goroutines.
func dumpGoroutines(p *harness.Process) *goroutines {
	p.Helper()
	require.NoError(p, p.Cmd.Process.Signal(syscall.SIGQUIT))
	_ = p.Cmd.Wait() // the exit code is not 0 after this signal
	g := &goroutines{}
	_, dump, _ := strings.Cut(p.Output.String(), "SIGQUIT: quit")
	for goroutine := range strings.SplitSeq(dump, "\n\n") {
		switch {
		case !strings.HasPrefix(goroutine, "goroutine "):
		case strings.Contains(goroutine, "net/http.(*persistConn)"):
			g.connections++
		case strings.Contains(goroutine, "announce.(*queue).awaitEntry"):
			g.queues++
		default:
			g.others = append(g.others, goroutine)
		}
	}
	return g
}

func (g *goroutines) String() string {
	return fmt.Sprintf("goroutines at the end: %d, %d of idle connections, and %d of channels",
		len(g.others), g.connections, g.queues)
}

// maxGoroutines is the most that a program has which is connected and idle.
const maxGoroutines = 35

// check checks that there are few goroutines, at most one for each channel, and none of a table or
// an interaction.
func (g *goroutines) check(t *testing.T, channels int) {
	t.Helper()
	require.LessOrEqual(t, g.queues, channels)
	require.NotEmpty(t, g.others)
	require.LessOrEqual(t, len(g.others), maxGoroutines, "%s", strings.Join(g.others, "\n\n"))
	for _, goroutine := range g.others {
		for _, finished := range []string{
			methodsOf(interaction.Request{}), methodsOf(interaction.Answer{}), methodsOf(tables.Tables{}),
			methodsOf(announce.Announcer{}) + "drive", "session.(*dispatcher).interaction",
		} {
			require.NotContains(t, goroutine, finished)
		}
	}
}

// methodsOf returns how the methods of a type's pointer begin in a stack.
func methodsOf(value any) string {
	t := reflect.TypeOf(value)
	return t.PkgPath() + ".(*" + t.Name() + ")."
}
