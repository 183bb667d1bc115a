package bot_test

import (
	"context"
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

// TestAKilledBotLosesAndRepeatsNothing plays while the real program is killed
// and started again at random points, often between an answer and what it
// announces.
func TestAKilledBotLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	killed(t, gardensPastime, localdiscord.Args{"build": "together"}, 2, 15)
}

// killed plays a game with a bot that is killed now and then, but so often at
// most: each time costs the players a second.
func killed(t *testing.T, game *pastime, options localdiscord.Args, players, kills int) {
	t.Helper()
	h := killable(t, game, kills)
	people := h.people("en-US", players)
	people[0].byPress = true
	for _, person := range people {
		person.patient = true
	}
	ch := h.guild.AddChannel(game.id)
	h.open(ch, options, people)

	h.killNowAndThen()
	h.playOut(ch, people)
	h.spare()
	h.eventually("the end is announced and nothing more is to come", func() bool { return h.won(ch) && h.allStripped(ch) })
	h.end()

	var err error
	h.db, err = bolt.Open(h.path, bolt.Options{Program: "test"})
	require.NoError(t, err)
	defer func() { require.NoError(t, h.db.Close()) }()
	require.GreaterOrEqual(t, int(h.kills.Load()), kills/3, "the bot was hardly killed")
	h.verdict(ch, people)
}

// killable is a house in which the real program runs, to be killed so often at
// most.
func killable(t *testing.T, game *pastime, kills int) *process {
	t.Helper()
	program := buildProgram(t)
	answered := make(chan struct{}, 1)
	discord, err := localdiscord.Start(localdiscord.Options{
		AnswerWithin: slowness * time.Second,
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
	h := &house{
		TB: t, discord: discord, guild: discord.AddGuild("Babylon", "en-US"), words: text.For("en"), game: game,
		path: filepath.Join(t.TempDir(), "amytis.db"), log: &logbook{}, rand: rand.New(rand.NewPCG(30, 1)),
	}
	p := &process{house: h, program: program, answered: answered, rand: rand.New(rand.NewPCG(31, 1)), most: int64(kills)}
	p.start()
	return p
}

// buildProgram builds the real program.
func buildProgram(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "amytis")
	out, err := exec.Command("go", "build", "-o", program, "amytis/cmd/amytis").CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

// process is the real program on the house's store and Discord.
type process struct {
	*house
	program  string
	answered <-chan struct{}
	rand     *rand.Rand
	running  *exec.Cmd
	output   lockedBuffer
	kills    atomic.Int64
	most     int64
	spare    func()
}

// start runs the program and waits until it is connected: Discord may still hold
// the session of one that was killed.
func (p *process) start() {
	before := p.discord.Identifies()
	p.running = exec.Command(p.program, "run", "--db", p.path)
	p.running.Env = append(os.Environ(),
		"DISCORD_TOKEN="+strings.TrimPrefix(p.discord.Token(), "Bot "), "AMYTIS_DISCORD_URL="+p.discord.URL())
	p.running.Dir = filepath.Dir(p.path)
	p.running.Stderr = &p.output
	require.NoError(p, p.running.Start())
	p.Cleanup(func() { _ = p.running.Process.Kill() })
	p.eventually("the program is connected", func() bool {
		return p.discord.Identifies() > before && len(p.discord.Commands("")) > 0
	})
}

// killNowAndThen kills and starts the program, until it is to be spared.
func (p *process) killNowAndThen() {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		for p.kills.Load() < p.most && p.wait(ctx) {
			_ = p.running.Process.Kill()
			_ = p.running.Wait()
			p.kills.Add(1)
			p.start()
		}
	})
	p.spare = func() {
		cancel()
		done.Wait()
	}
	p.Cleanup(p.spare)
}

// wait waits for a random point: some time after the start, and every other time
// until something has just been answered.
func (p *process) wait(ctx context.Context) bool {
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

// end stops the program as an operator does.
func (p *process) end() {
	p.Helper()
	require.NoError(p, p.running.Process.Signal(syscall.SIGTERM))
	require.NoError(p, p.running.Wait(), p.output.String())
}
