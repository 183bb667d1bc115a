package harness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/text"
	"amytis/store/bolt"
)

// Process is the real program, run as a process on the environment's store and Discord.
type Process struct {
	*Env
	// Cmd is the process that runs now, or ran last.
	Cmd *exec.Cmd
	// Output is what all of them wrote to stderr.
	Output Buffer
	// Kills is how often the process was killed.
	Kills atomic.Int64

	program  string
	maxKills int64
	answered <-chan struct{} // has something if the process has just answered an interaction
	rand     *rand.Rand
	spare    func()
}

// program is the real program. It is built once for all tests of a package.
var program struct {
	once   sync.Once
	folder string
	err    error
}

// BuildProgram builds the real program, unless an earlier test did, and returns its path.
func BuildProgram(t testing.TB) string {
	t.Helper()
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

// NewProcess builds the real program for an environment without a bot. Start runs it.
func NewProcess(e *Env) *Process { return &Process{Env: e, program: BuildProgram(e)} }

// programAnswerTime is the time for an answer that the real program has in tests. It gives up after
// the three seconds that Discord allows, so on a busy machine no answer comes too late.
const programAnswerTime = 10 * time.Second

// NewKillable runs the real program in an environment in English, for a test that kills it at most
// maxKills times. Players learn at once that an interaction failed because the program was killed.
func NewKillable(t *testing.T, script *Script, maxKills int) *Process {
	t.Helper()
	if testing.Short() {
		t.Skip("-short is for the race detector, which does not see into the program")
	}
	answered := make(chan struct{}, 1)
	discord, err := localdiscord.Start(localdiscord.Options{
		AnswerWithin:  programAnswerTime,
		SessionStarts: 1_000_000, // each kill costs one
		OnTraffic: func(m localdiscord.Traffic) {
			if m.Kind == "rest" && strings.HasSuffix(m.Path, "/callback") {
				select {
				case answered <- struct{}{}:
				default:
				}
			}
		},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	e := WithoutBot(t, discord, 30)
	e.Guild, e.Words, e.Script = discord.AddGuild("Babylon", "en-US"), text.For("en"), script
	p := NewProcess(e)
	p.answered, p.rand, p.maxKills = answered, newRand(31), int64(maxKills)
	p.Start()
	return p
}

// Start runs the program and waits until it is connected. Discord may still hold the session of a
// process that was killed.
func (p *Process) Start() {
	before := p.Discord.Identifies()
	p.Cmd = exec.Command(p.program, "run", "--db", p.StorePath)
	p.Cmd.Env = append(os.Environ(), ProgramEnv(p.Discord)...)
	p.Cmd.Dir = filepath.Dir(p.StorePath)
	p.Cmd.Stderr = &p.Output
	require.NoError(p, p.Cmd.Start())
	p.Cleanup(func() { _ = p.Cmd.Process.Kill() })
	p.Eventually("the program is connected", func() bool {
		return p.Discord.Identifies() > before && len(p.Discord.Commands("")) > 0
	})
}

// ProgramEnv returns the environment variables that have the real program use a local Discord.
func ProgramEnv(discord *localdiscord.Server) []string {
	return []string{
		"DISCORD_TOKEN=" + strings.TrimPrefix(discord.Token(), "Bot "), "AMYTIS_DISCORD_URL=" + discord.URL(),
	}
}

// KillRepeatedly kills and restarts the program at random points, in the background, until Spare is
// called.
func (p *Process) KillRepeatedly() {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		for p.Kills.Load() < p.maxKills && p.waitToKill(ctx) {
			p.KillAndRestart()
		}
	})
	p.spare = func() {
		cancel()
		done.Wait()
	}
	p.Cleanup(p.spare)
}

// KillAndRestart kills the program and starts it again.
func (p *Process) KillAndRestart() {
	_ = p.Cmd.Process.Kill()
	_ = p.Cmd.Wait()
	p.Kills.Add(1)
	p.Eventually("Discord has noticed that the program is gone", func() bool { return p.Discord.Sessions() == 0 })
	p.Discord.GiveUpInteractions()
	p.Start()
}

// Spare ends what KillRepeatedly began.
func (p *Process) Spare() { p.spare() }

// waitToKill waits for a random point: some time after the start, and every other time until an
// interaction has just been answered. It returns false if the context ends before.
func (p *Process) waitToKill(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Duration(100+p.rand.IntN(500)) * time.Millisecond):
	}
	if p.rand.IntN(2) == 0 {
		return true
	}
	select {
	case <-p.answered:
	default:
	}
	select {
	case <-p.answered:
	case <-time.After(time.Second):
	case <-ctx.Done():
		return false
	}
	return true
}

// TerminateAndOpen stops the program as an operator does, and opens its store until the end of the
// test.
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
