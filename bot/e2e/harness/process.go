package harness

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
	"amytis/store/bolt"
)

// Process is the real program, run as a process on the environment's store and Discord.
type Process struct {
	*Env
	// Cmd is the newest process.
	Cmd *exec.Cmd
	// Output is what all processes wrote to stderr.
	Output resttest.LockedBuffer

	command func() *exec.Cmd
}

// Answered has something if a process has just answered an interaction. It has room for one.
type Answered chan struct{}

// NewAnswered returns one whose Traffic watches a local Discord.
func NewAnswered() Answered { return make(Answered, 1) }

func (a Answered) Traffic(m localdiscord.Traffic) {
	if m.Kind == "rest" && strings.HasSuffix(m.Path, "/callback") {
		select {
		case a <- struct{}{}:
		default:
		}
	}
}

// Await waits at most a second for an answer. A kill then comes before its announcement.
func (a Answered) Await(ctx context.Context) {
	select {
	case <-a:
	default:
	}
	select {
	case <-a:
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
}

var program struct {
	once   sync.Once
	folder string
	err    error
}

// NewProcess builds the real program once for a package's tests; Start runs it with args. It skips
// the test by day.
func NewProcess(e *Env, args ...string) *Process {
	longrun.Only(e, "the real program is linked, started and killed, which takes seconds")
	program.once.Do(func() {
		if program.folder, program.err = os.MkdirTemp("", "amytis"); program.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-ldflags=-w", "-o", program.folder, "amytis/cmd/amytis").CombinedOutput()
		if err != nil {
			program.err = fmt.Errorf("%w: %s", err, out)
		}
	})
	require.NoError(e, program.err)
	return &Process{Env: e, command: func() *exec.Cmd {
		cmd := exec.Command(filepath.Join(program.folder, "amytis"), append([]string{"run"}, args...)...)
		token := strings.TrimPrefix(e.Discord.Token(), "Bot ")
		cmd.Env = append(os.Environ(), "DISCORD_TOKEN="+token, "AMYTIS_DISCORD_URL="+e.Discord.URL())
		cmd.Dir = filepath.Dir(e.StorePath)
		return cmd
	}}
}

// Start runs the program until it is connected. A killed one may still hold a session.
func (p *Process) Start() {
	before := p.Discord.Identifies()
	p.Run()
	p.Eventually("the program is connected", func() bool {
		return p.Discord.Identifies() > before && len(p.Discord.Commands()) > 0
	})
}

// Run does not wait.
func (p *Process) Run() {
	p.Cmd = p.command()
	p.Cmd.Stderr = &p.Output
	require.NoError(p, p.Cmd.Start())
	p.Cleanup(func() { _ = p.Cmd.Process.Kill() })
}

func (p *Process) Dead() bool { return p.Cmd.ProcessState != nil }

// Kill kills the process, which must not have ended by itself.
func (p *Process) Kill() {
	_ = p.Cmd.Process.Kill()
	_ = p.Cmd.Wait()
	status := p.Cmd.ProcessState.Sys().(syscall.WaitStatus)
	require.True(p, status.Signaled() && status.Signal() == syscall.SIGKILL, "the program ended by itself: %v\n%s",
		p.Cmd.ProcessState, Tail(p.Output.String(), 4000))
}

// SettleFile waits until the running program has announced everything, by copies of its store.
func (p *Process) SettleFile() {
	path := filepath.Join(p.TempDir(), "copy.db")
	p.Eventually("everything is announced", func() bool {
		time.Sleep(100 * time.Millisecond)
		require.NoError(p, bolt.Backup(context.Background(), p.StorePath, path, true))
		db, err := bolt.Open(path, bolt.Options{Program: "test"})
		require.NoError(p, err)
		defer func() { require.NoError(p, db.Close()) }()
		waiting, err := db.Outbox(context.Background(), 0, 1)
		require.NoError(p, err)
		return len(waiting) == 0
	})
}

// Terminate stops the program as an operator does.
func (p *Process) Terminate() {
	require.NoError(p, p.Cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(p, p.Cmd.Wait(), p.Output.String())
}
