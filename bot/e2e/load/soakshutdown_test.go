package load_test

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/announce"
	"amytis/bot/discord/interactions"
	"amytis/bot/e2e/harness"
	"amytis/bot/interaction"
	"amytis/bot/tables"
)

// restTime is longer than the pause between two changes of a live game's message.
const restTime = 4 * time.Second

// goroutines are those of a program that has nothing to do.
type goroutines struct {
	// connections is how many belong to connections that are kept for the next request.
	connections int
	// queues is how many remember for a few seconds who has posted in a channel.
	queues int
	// others are the stacks of the others.
	others []string
}

// idleQueue matches the stack of a queue that waits for its next entry.
var idleQueue = regexp.MustCompile(`announce\.await\([^\n]*\n[^\n]*\n\S*announce\.\(\*Announcer\)\.drive\(`)

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
		case idleQueue.MatchString(goroutine):
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
			methodsOf(announce.Announcer{}) + "drive", methodsOf(interactions.Receiver{}) + "guard",
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
