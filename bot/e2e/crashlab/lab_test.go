// Package crashlab_test plays games with the real program while it is killed, its disk is full, and
// Discord loses replies. Between the games it restores backups. An oracle compares what the players
// were told with what the store and the channels hold.
//
// The lab goes in rounds. In a round, groups of players play at once, each in its channel, and one
// trouble follows another. Then the players rest, the program is killed, and the oracle judges the
// round by the store file as the kill left it. The next round begins with that file or with a
// backup. The last round ends when everything is announced.
//
// The oracle's rules:
//
//   - The file passes "amytis store check". It begins with the logs that the round began with, and
//     every ended game has a valid record.
//   - No move is lost or doubled: the moves of each player in the round are those acknowledged, in
//     order. A move whose answer failed may be there or not.
//   - The same holds for each backup, at the time between its beginning and its end. Restoring it
//     may lose what was acknowledged later, and nothing else.
//   - No announcement is missing: the channel tells every event of the round once, in order, except
//     those whose announcement still waits in the outbox.
//   - No message is posted twice: no two messages share a nonce. After a restore, this includes
//     messages of the lost time, which is the time between the backup and its restore.
//   - Nobody sits at a table of another group. Strangers press the buttons of tables that a restore
//     has taken away, and never get a seat.
//   - The program never ends by itself.
package crashlab_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// The test runs for a few seconds by default. The lab proper is
//
//	go test ./bot/e2e/crashlab -run TestCrashLab -v -timeout 30m -lab 10m
//
// A seed repeats the choices of the lab, but not the timing of the program.
var (
	labTime = flag.Duration("lab", 4*time.Second, "how long TestCrashLab runs")
	labSeed = flag.Uint64("lab-seed", 0, "where the chance of TestCrashLab begins; 0 chooses a seed")
)

func TestMain(m *testing.M) { harness.Main(m) }

func TestCrashLab(t *testing.T) {
	if testing.Short() {
		t.Skip("-short is for the race detector, which does not see into the program")
	}
	l := newLab(t)
	l.program.Start()
	began := time.Now()
	end := began.Add(*labTime)
	if limit, limited := t.Deadline(); limited && limit.Add(-closingTime).Before(end) {
		end = limit.Add(-closingTime) // go test ends a test after 10 minutes unless -timeout says otherwise
	}
	for time.Now().Before(end) {
		length := time.Second + time.Duration(l.chance.Int64N(int64(4*time.Second)))
		l.playRound(min(length, time.Until(end)))
		l.judgeRound()
		l.beginNext()
	}
	l.settle()
	l.judgeRound()
	// The oracle fails the test for anything lost or doubled.
	t.Logf("crash lab, %v: %v: 0 lost, 0 doubled; seed %d", time.Since(began).Round(time.Second), l.counts, l.seed)
}

// closingTime is how long the lab needs after the last round.
const closingTime = 30 * time.Second

// lab is groups of players in several guilds of a local Discord, and the program that serves them.
type lab struct {
	*harness.Env
	program *harness.Process
	groups  []*group
	seed    uint64
	chance  *rand.Rand
	mu      sync.Mutex
	counts  map[string]int // of what has happened
	// disk is where the store is; nil if it cannot be filled.
	disk     *disk
	answered harness.Answered
	// began is the store's content when the round began.
	began *content
	// backups are those that can be restored, the oldest first; fresh are those of this round.
	backups, fresh []*backup
}

// group is players who play one game after another in their channel, and a member of the guild who
// plays nowhere.
type group struct {
	*harness.Group
	stranger *harness.Player
	// stale are the buttons of tables that a restore has taken away.
	stale []staleButton
	// before are the IDs of the messages that are older than the round.
	before map[string]bool
	// lost are the IDs of the messages that are older than the last restore.
	lost map[string]bool
}

// staleButton is a button of a table that is not in the store.
type staleButton struct {
	message  *localdiscord.Message
	customID string
}

// labVariants are what the groups play.
var labVariants = []harness.Variant{
	harness.GardensInTurns, harness.BabelVariant, harness.GardensTogether, harness.TacticalTowers, harness.BabelVariant,
	harness.GardensInTurns,
}

const (
	// labGuilds is how many guilds there are.
	labGuilds = 3
	// turnTime is when a player gives up a turn that does not end, to look at the game anew.
	turnTime = 3 * time.Second
	// resignChance is how likely a player resigns between two looks at a game.
	resignChance = 0.0005
	// maxStale is how many of the newest messages of a channel strangers look at.
	maxStale = 100
)

func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{seed: *labSeed, counts: map[string]int{}, answered: harness.NewAnswered(), began: &content{}}
	if l.seed == 0 {
		l.seed = rand.Uint64()>>48 + 1
	}
	l.chance = rand.New(rand.NewPCG(l.seed, 1))
	discord, err := localdiscord.Start(localdiscord.Options{
		Validate: localdiscord.ValidateNever, AnswerWithin: time.Second, MaxMessages: 1_000_000,
		SessionStarts: 1_000_000, // the program identifies after every kill
		KeepTraffic:   -1, OnTraffic: l.answered.Traffic,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	l.Env = harness.WithoutBot(t, discord, l.seed)
	l.Pace = harness.Pace{Look: 5 * time.Millisecond}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d; %v; the program's log:\n%s", l.seed, l.counts, harness.Tail(l.program.Output.String(), 6000))
		}
	})
	if l.disk = newDisk(t); l.disk != nil {
		l.StorePath = filepath.Join(l.disk.dir, "amytis.db")
	}
	l.program = harness.NewProcess(l.Env)
	for i := range labGuilds {
		guild := discord.AddGuild("Babylon", harness.Locales[i])
		for j := i; j < len(labVariants); j += labGuilds {
			v := labVariants[j]
			g := &group{Group: l.NewGroup(guild, i, l.seed+uint64(j), v, v.MinPlayers)}
			g.Restless, g.TurnTime = true, turnTime
			g.stranger = g.NewPlayer("Stranger", "en-US")
			l.groups = append(l.groups, g)
		}
	}
	return l
}

// count counts what has happened n times, and returns how often it has happened.
func (l *lab) count(what string, n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts[what] += n
	return l.counts[what]
}

// note counts what has happened, and logs it for a failure.
func (l *lab) note(what string) {
	l.Logf("%s %s: %d", time.Now().Format("15:04:05.000"), what, l.count(what, 1))
}

// playRound has everybody play for a while, in which one trouble follows another. At the end the
// program is dead. Errors of players do not matter: the oracle judges by what they were told.
func (l *lab) playRound(length time.Duration) {
	l.Helper()
	over := make(chan struct{})
	var playing sync.WaitGroup
	for _, g := range l.groups {
		for _, p := range g.People {
			r := rand.New(rand.NewPCG(l.chance.Uint64(), 1))
			playing.Go(func() { g.Play(p, over, func(*localdiscord.Message) (bool, error) { return g.resign(p, r), nil }) })
		}
		r := rand.New(rand.NewPCG(l.chance.Uint64(), 2))
		playing.Go(func() { l.pressStale(g, r, over) })
	}
	rest := sync.OnceFunc(func() { close(over); playing.Wait() })
	defer rest() // also when a trouble fails the test
	for end := time.Now().Add(length); time.Now().Before(end); {
		l.cause()
	}
	if l.chance.IntN(2) == 0 {
		l.kill()
	}
	rest()
	l.kill()
}

// resign has a player resign now and then.
func (g *group) resign(p *harness.Player, r *rand.Rand) (busy bool) {
	if r.Float64() >= resignChance {
		return false
	}
	if m, err := p.Command(g.Channel, "game resign", nil); err == nil {
		_, _ = p.Click(m, p.T("bot.button.resign"))
	}
	return true
}

// pressStale has a stranger press stale buttons until over is closed.
func (l *lab) pressStale(g *group, r *rand.Rand, over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		case <-time.After(time.Duration(r.IntN(200)) * time.Millisecond):
		}
		if len(g.stale) == 0 {
			continue
		}
		b := g.stale[r.IntN(len(g.stale))]
		_, err := g.stranger.Wait(g.stranger.Press(context.Background(), b.message, b.customID))
		var refused *localdiscord.RefusedError
		if !errors.As(err, &refused) { // the button is still there
			l.count("presses of stale buttons", 1)
		}
	}
}

// beginRound notes which messages are older than the round, and which buttons are of tables that
// the store does not have. restored is whether it begins with a backup.
func (g *group) beginRound(began *content, restored bool) {
	messages := g.Channel.Messages()
	g.before, g.stale = map[string]bool{}, nil
	for _, m := range messages {
		g.before[m.ID] = true
	}
	for _, m := range messages[max(0, len(messages)-maxStale):] {
		for _, c := range m.Controls() {
			made, parsed := control.Parse(c.CustomID)
			if parsed && made.Table != 0 && !c.Disabled && len(c.Options) == 0 && began.Game(made.Table).ID == 0 {
				g.stale = append(g.stale, staleButton{m, c.CustomID})
			}
		}
	}
	if restored {
		g.lost = g.before
	}
	for _, p := range g.People {
		p.Acks.Clear()
	}
}

// settle waits until the program has announced everything, and ends it as an operator does.
func (l *lab) settle() {
	l.Helper()
	l.Discord.Faults().Clear()
	l.program.SettleFile()
	l.program.Terminate()
}
