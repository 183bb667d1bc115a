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
//   - The program never ends by itself.
package crashlab_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// The lab proper is
//
//	AMYTIS_LONG=1 go test ./bot/e2e/crashlab -v -timeout 30m -lab 10m
//
// A seed repeats the choices of the lab, but not the timing of the program.
var (
	labTime = flag.Duration("lab", 30*time.Second, "how long TestCrashLab runs at least")
	labSeed = flag.Uint64("lab-seed", 0, "where the chance of TestCrashLab begins; 0 chooses a seed")
)

func TestMain(m *testing.M) { harness.Main(m) }

func TestCrashLab(t *testing.T) {
	longrun.Only(t, "it waits for the processes that it kills")
	l := newLab(t)
	l.program.Start()
	began := time.Now()
	// A run without a move shows nothing, so it goes on for a while.
	end := began.Add(*labTime)
	for time.Now().Before(end) || l.counts["moves"] == 0 && time.Now().Before(end.Add(2*time.Minute)) {
		l.playRound(2*time.Second + time.Duration(l.chance.Int64N(int64(4*time.Second))))
		l.judgeRound()
		l.beginNext()
	}
	require.Positive(t, l.counts["moves"])
	l.Discord.Faults().Clear()
	l.killAndRestart()
	l.program.SettleFile()
	l.program.Terminate()
	l.judgeRound()
	// The oracle fails the test for anything lost or doubled.
	t.Logf("crash lab, %v: %v: 0 lost, 0 doubled; seed %d", time.Since(began).Round(time.Second), l.counts, *labSeed)
}

// lab is groups of players in several guilds of a local Discord, and the program that serves them.
type lab struct {
	*harness.Env
	program *harness.Process
	groups  []*group
	chance  *rand.Rand
	counts  map[string]int // of what has happened
	// ballast is what fills the store's disk; "" if that cannot be filled.
	ballast  string
	answered harness.Answered
	// began is the store's content when the round began.
	began *content
	// backups are those that can be restored, the oldest first.
	backups []*backup
}

// group is players who play one game after another in their channel.
type group struct {
	*harness.Group
	// before are the IDs of the messages that are older than the round.
	before map[string]bool
	// lost are the IDs of the messages that are older than the last restore.
	lost map[string]bool
}

var labVariants = slices.DeleteFunc(slices.Clone(harness.Variants), func(v *harness.Variant) bool { return v.Live })

const (
	// labGuilds is how many guilds there are.
	labGuilds = 3
	// turnTime is when a player gives up a turn that does not end, to look at the game anew.
	turnTime = 3 * time.Second
	// resignChance is how likely a player resigns between two looks at a game.
	resignChance = 0.0005
)

func newLab(t *testing.T) *lab {
	if *labSeed == 0 {
		*labSeed = rand.Uint64()>>48 + 1
	}
	t.Logf("seed %d", *labSeed) // a run that is cut off says nothing at its end
	l := &lab{
		chance: rand.New(rand.NewPCG(*labSeed, 1)), counts: map[string]int{}, answered: harness.NewAnswered(),
		began: &content{},
	}
	l.Env = harness.WithoutBot(t, localdiscord.Options{
		AnswerWithin: time.Second, MaxMessages: 1_000_000,
		SessionStarts: 1_000_000, // the program identifies after every kill
		KeepTraffic:   -1, OnTraffic: l.answered.Traffic,
	}, *labSeed)
	l.Pace = harness.Pace{Look: 5 * time.Millisecond}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d; %v; the program's log:\n%s", *labSeed, l.counts, harness.Tail(l.program.Output.String(), 6000))
		}
	})
	l.mountDisk()
	l.program = harness.NewProcess(l.Env, "--db", l.StorePath)
	for i := range labGuilds {
		guild := l.Discord.AddGuild("Babylon", harness.Locale(i))
		for j := i; j < len(labVariants); j += labGuilds {
			v := labVariants[j]
			g := &group{Group: l.NewGroup(guild, i, *labSeed+uint64(j), v, v.MinPlayers)}
			g.Restless, g.TurnTime = true, turnTime
			l.groups = append(l.groups, g)
		}
	}
	return l
}

func (l *lab) note(what string) {
	l.counts[what]++
	l.Logf("%s %s: %d", time.Now().Format("15:04:05.000"), what, l.counts[what])
}

// playRound has everybody play for a while, in which one trouble follows another. At the end the
// program is dead. Errors of players do not matter: the oracle judges by what they were told.
func (l *lab) playRound(length time.Duration) {
	over := make(chan struct{})
	var playing sync.WaitGroup
	for _, g := range l.groups {
		for _, p := range g.People {
			r := rand.New(rand.NewPCG(l.chance.Uint64(), 1))
			playing.Go(func() { g.Play(p, over, func(*localdiscord.Message) (bool, error) { return g.resign(p, r), nil }) })
		}
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

func (g *group) resign(p *harness.Player, r *rand.Rand) (busy bool) {
	if r.Float64() >= resignChance {
		return false
	}
	if m, err := p.Command(g.Channel, "game resign", nil); err == nil {
		_, _ = p.Click(m, p.T("bot.button.resign"))
	}
	return true
}
