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
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
	"amytis/bot/localdiscord"
	"amytis/bot/text"
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

// Await waits until an interaction has just been answered, or for a second: a kill then comes
// between the answer and the announcement.
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

// program is the real program. It is built once for all tests of a package.
var program struct {
	once   sync.Once
	folder string
	err    error
}

// BuildProgram builds the real program, unless an earlier test did. It skips the test by day.
func BuildProgram(t testing.TB) string {
	t.Helper()
	longrun.Only(t, "the real program is linked, started and killed, which takes seconds")
	program.once.Do(func() {
		if program.folder, program.err = os.MkdirTemp("", "amytis"); program.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-ldflags=-w", "-o", program.folder, "amytis/cmd/amytis").CombinedOutput()
		if err != nil {
			program.err = fmt.Errorf("%w: %s", err, out)
		}
	})
	require.NoError(t, program.err)
	return filepath.Join(program.folder, "amytis")
}

// NewProcess builds the real program. Start runs it.
func NewProcess(e *Env) *Process {
	path := BuildProgram(e)
	return ProcessOf(e, func() *exec.Cmd {
		cmd := exec.Command(path, "run", "--db", e.StorePath)
		cmd.Env = append(os.Environ(), ProgramEnv(e.Discord)...)
		cmd.Dir = filepath.Dir(e.StorePath)
		return cmd
	})
}

func ProcessOf(e *Env, command func() *exec.Cmd) *Process { return &Process{Env: e, command: command} }

// programAnswerTime is the time for an answer that the real program has in tests. It gives up after
// the three seconds that Discord allows, so on a busy machine no answer comes too late.
const programAnswerTime = 10 * time.Second

// NewKillable runs the real program in an environment in English, for a test that kills it. Players
// learn at once that an interaction failed because the program was killed.
func NewKillable(t *testing.T, script *Script) *Process {
	t.Helper()
	e := WithoutBot(t, localdiscord.Options{
		AnswerWithin:  programAnswerTime,
		SessionStarts: 1_000_000, // each kill costs one
	}, 30)
	e.Guild = e.Discord.AddGuild("Babylon", "en-US")
	e.Words = text.For("en")
	e.Script = script
	p := NewProcess(e)
	p.Start()
	return p
}

// Start runs the program and waits until it is connected. Discord may still hold the session of a
// process that was killed.
func (p *Process) Start() {
	before := p.Discord.Identifies()
	p.Run()
	p.Eventually("the program is connected", func() bool {
		return p.Discord.Identifies() > before && len(p.Discord.Commands()) > 0
	})
}

// Run does not wait.
func (p *Process) Run() {
	p.Helper()
	p.Cmd = p.command()
	p.Cmd.Stderr = &p.Output
	require.NoError(p, p.Cmd.Start())
	p.Cleanup(func() { _ = p.Cmd.Process.Kill() })
}

func (p *Process) Dead() bool { return p.Cmd.ProcessState != nil }

// Kill kills the process. It fails the test if the process has ended by itself.
func (p *Process) Kill() {
	p.Helper()
	_ = p.Cmd.Process.Kill()
	_ = p.Cmd.Wait()
	status := p.Cmd.ProcessState.Sys().(syscall.WaitStatus)
	require.True(p, status.Signaled() && status.Signal() == syscall.SIGKILL, "the program ended by itself: %v\n%s",
		p.Cmd.ProcessState, Tail(p.Output.String(), 4000))
}

// ProgramEnv has the real program use a local Discord.
func ProgramEnv(discord *localdiscord.Server) []string {
	return []string{
		"DISCORD_TOKEN=" + strings.TrimPrefix(discord.Token(), "Bot "), "AMYTIS_DISCORD_URL=" + discord.URL(),
	}
}

func (p *Process) KillAndRestart() {
	p.Kill()
	p.Eventually("Discord has noticed that the program is gone", func() bool { return p.Discord.Sessions() == 0 })
	p.Discord.GiveUpInteractions()
	p.Start()
}

// SettleFile waits until the running program has announced everything, by copies of its store.
func (p *Process) SettleFile() {
	p.Helper()
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

// TerminateAndOpen also opens the store, until the end of the test.
func (p *Process) TerminateAndOpen() {
	p.Helper()
	p.Terminate()
	var err error
	p.Store, err = bolt.Open(p.StorePath, bolt.Options{Program: "test"})
	require.NoError(p, err)
	p.Cleanup(func() { require.NoError(p, p.Store.Close()) })
}

// Terminate stops the program as an operator does.
func (p *Process) Terminate() {
	p.Helper()
	require.NoError(p, p.Cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(p, p.Cmd.Wait(), p.Output.String())
}
