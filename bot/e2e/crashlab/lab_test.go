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
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/labflag"
	"amytis/bot/localdiscord"
)

// The test runs for a few seconds by default. The lab proper is
//
//	go test ./bot/... -run TestCrashLab -v -lab 10m
//
// A seed repeats the choices of the lab, but not the timing of the program.
var labSeed = flag.Uint64("lab-seed", 0, "where the chance of TestCrashLab begins; 0 chooses a seed")

func TestCrashLab(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs for seconds")
	}
	began := time.Now()
	end := began.Add(*labflag.Duration)
	if limit, limited := t.Deadline(); limited && limit.Add(-closingTime).Before(end) {
		end = limit.Add(-closingTime) // go test ends a test after 10 minutes unless -timeout says otherwise
	}
	l := newLab(t)
	l.program.Start()
	for time.Now().Before(end) {
		l.playRound(min(roundTime(l.chance), time.Until(end)))
		l.judgeRound()
		l.beginNext()
	}
	l.settle()
	l.judgeRound()
	// The oracle fails the test for anything lost or doubled.
	t.Logf("crash lab, %v: %v: 0 lost, 0 doubled; seed %d", time.Since(began).Round(time.Second), &l.figures, l.seed)
}

// closingTime is how long the lab needs after the last round.
const closingTime = 30 * time.Second

// roundTime returns how long the next round lasts.
func roundTime(r *rand.Rand) time.Duration {
	return time.Second + time.Duration(r.Int64N(int64(4*time.Second)))
}

// lab is groups of players in several guilds of a local Discord, and the program that serves them.
type lab struct {
	*harness.Env
	program   *harness.Process
	groups    []*group
	strangers []*stranger
	seed      uint64
	chance    *rand.Rand
	trace     *trace
	figures   figures
	// disk is where the store is; nil if it cannot be filled.
	disk *disk
	// answered has a value if the program has just answered an interaction.
	answered chan struct{}
	// began is the store's content when the round began.
	began *content
	// backups are those that can be restored, the oldest first; fresh are those of this round.
	backups, fresh []*backup
}

// labVariants are what the groups play.
var labVariants = []harness.Variant{
	harness.GardensInTurns, harness.BabelVariant, harness.GardensTogether, harness.TacticalTowers, harness.BabelVariant,
	harness.GardensInTurns,
}

// labGuilds is how many guilds there are.
const labGuilds = 3

func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{seed: *labSeed, trace: &trace{began: time.Now()}, answered: make(chan struct{}, 1)}
	if l.seed == 0 {
		l.seed = rand.Uint64()>>48 + 1
	}
	l.chance = rand.New(rand.NewPCG(l.seed, 1))
	discord, err := localdiscord.Start(localdiscord.Options{
		Validate: localdiscord.ValidateNever, AnswerWithin: time.Second, MaxMessages: 1_000_000,
		SessionStarts: 1_000_000, // the program identifies after every kill
		KeepTraffic:   -1, OnTraffic: l.traffic,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	l.Env = harness.WithoutBot(t, discord, l.seed)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d; %v; what happened last:\n%v\nthe program's log:\n%s", l.seed, &l.figures, l.trace,
				harness.Tail(l.program.Output.String(), 6000))
		}
	})
	if l.disk = newDisk(t); l.disk != nil {
		l.StorePath = filepath.Join(l.disk.dir, "amytis.db")
	}
	l.program = harness.NewProcess(l.Env)
	for i := range labGuilds {
		guild := discord.AddGuild("Babylon", harness.Locales[i])
		for j := i; j < len(labVariants); j += labGuilds {
			l.groups = append(l.groups, newGroup(l, guild, i, j))
		}
		l.strangers = append(l.strangers, newStranger(l, guild, i))
	}
	l.began = &content{}
	return l
}

// traffic watches the program's requests.
func (l *lab) traffic(e localdiscord.Traffic) {
	if e.Kind != "rest" {
		return
	}
	callback := strings.HasSuffix(e.Path, "/callback")
	switch {
	case e.Fault != "":
		l.trace.add("%s: %s %s", strings.ToUpper(e.Fault), e.Name, e.Path[:min(len(e.Path), 60)])
	case !callback && e.Name != "GET":
		l.trace.add("%s %s: %d", e.Name, e.Path, e.Status)
	}
	if callback {
		l.figures.interactions.Add(1)
		select {
		case l.answered <- struct{}{}:
		default:
		}
	}
}

// playRound has everybody play for a while, in which one trouble follows another. At the end the
// program is dead.
func (l *lab) playRound(length time.Duration) {
	l.Helper()
	over := make(chan struct{})
	var playing sync.WaitGroup
	for _, g := range l.groups {
		for _, p := range g.people {
			playing.Go(func() { g.play(p, over) })
		}
	}
	for _, s := range l.strangers {
		playing.Go(func() { s.press(over) })
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
