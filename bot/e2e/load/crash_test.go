package load_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
	"amytis/store/bolt"
)

// How long TestCrashLab goes on, and where its chance begins. A seed repeats the choices, but not
// the timing of the program. The lab proper is
//
//	AMYTIS_LONG=1 go test ./bot/e2e/load -run TestCrashLab -v -timeout 30m -lab 10m
var (
	labTime = flag.Duration("lab", 20*time.Second, "how long TestCrashLab runs at least")
	labSeed = flag.Uint64("lab-seed", 0, "where the chance of TestCrashLab begins; 0 chooses a seed")
)

// TestCrashLab plays with the real program on a file while it is killed, its disk is full, and
// Discord loses replies. It goes in rounds, each with its own channels and players. When all of a
// round is announced, TestReplicas' checks follow. The file also passes "amytis store check", and
// so does each backup of the round, which lacks nothing that was done before. The next round begins
// with the file or with a backup. What players are told after a restore is held by the tests of
// bot/e2e/faults. The program never ends by itself.
func TestCrashLab(t *testing.T) {
	longrun.Only(t, "it waits for the processes that it kills")
	l := newLab(t)
	began := time.Now()
	for time.Since(began) < *labTime {
		l.playRound()
	}
	require.Positive(t, l.counts["move"])
	t.Logf("crash lab, %v: %v: 0 lost, 0 doubled; seed %d", time.Since(began).Round(time.Second), l.counts, *labSeed)
}

type lab struct {
	*soak    // of the newest round
	program  *harness.Process
	answered harness.Answered
	chance   *rand.Rand
	counts   map[string]int // of what has happened
	// ballast is what fills the store's disk; "" if that cannot be filled.
	ballast string
	// copies are of the store's file, made in the newest round.
	copies []fileCopy
}

type fileCopy struct {
	path  string
	began int64 // in Unix milliseconds
}

// commitTime is the most milliseconds from the time of an event to its commit.
const commitTime = 1000

func newLab(t *testing.T) *lab {
	if *labSeed == 0 {
		*labSeed = rand.Uint64()>>48 + 1
	}
	t.Logf("seed %d", *labSeed) // a run that is cut off says nothing at its end
	l := &lab{
		chance: rand.New(rand.NewPCG(*labSeed, 1)), counts: map[string]int{}, answered: harness.NewAnswered(),
	}
	l.soak = newSoak(t, localdiscord.Options{
		AnswerWithin: time.Second, MaxMessages: 1_000_000,
		SessionStarts: 1_000_000, // the program identifies after every kill
		OnTraffic:     l.answered.Traffic,
	}, 0, 0)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%v; the program's log:\n%s", l.counts, harness.Tail(l.program.Output.String(), 6000))
		}
	})
	l.mountDisk()
	l.program = harness.NewProcess(l.Env, "--db", l.StorePath)
	l.program.Start()
	l.program.Kill()
	return l
}

func (l *lab) note(what string) { l.counts[what]++ }

// playRound has everybody play for a while, in which one trouble follows another.
func (l *lab) playRound() {
	l.copies = []fileCopy{l.newCopy()}
	copyFile(l, l.StorePath, l.copies[0].path)
	l.lasts = 15*time.Second + time.Duration(l.chance.Int64N(int64(15*time.Second)))
	l.tables = nil
	l.open(len(harness.Variants), len(harness.Locales))
	for _, t := range l.tables {
		t.Failed = nil // only the checks fail the test
	}
	l.program.Start()
	l.makeWishes()
	rest := sync.OnceFunc(l.play([]habit{{look: 5 * time.Millisecond}}))
	defer rest() // also when a trouble fails the test
	for end := l.began.Add(l.lasts); time.Now().Before(end); {
		l.cause()
	}
	l.awaitAnswers()
	rest()
	l.program.SettleFile()
	l.program.Kill()

	after := readLogs(l, l.StorePath)
	for _, c := range l.copies {
		then := readLogs(l, c.path)
		for _, g := range then {
			require.Equal(l, g.Log, after.Game(g.ID).Log[:len(g.Log)], "the log of table %v", g.ID)
		}
		for _, g := range after {
			for _, e := range g.Log[len(then.Game(g.ID).Log):] {
				require.Greater(l, e.At, c.began-commitTime, "a copy lacks an event of table %v", g.ID)
			}
		}
	}
	for what, n := range l.checkTables(after) {
		l.counts[what] += n
	}
	l.note("rounds")
	if l.chance.IntN(2) == 0 {
		copyFile(l, l.copies[l.chance.IntN(len(l.copies))].path, l.StorePath)
		l.note("restores")
	}
}

// cause waits a moment and then causes a trouble by chance.
func (l *lab) cause() {
	time.Sleep(time.Duration(l.chance.IntN(300)) * time.Millisecond)
	switch l.chance.IntN(8) {
	case 0, 1, 2:
		// A program that is killed at once answers nothing. Half of the kills wait for answers, the
		// last of which may be on its way.
		for range l.chance.IntN(2) * l.chance.IntN(12) {
			l.answered.Await(l.Context())
		}
		l.kill()
	case 3:
		l.loseReplies()
	case 4:
		if l.loseReplies() { // a message that is posted, but not settled
			l.kill()
		}
	case 5, 6:
		l.fillDisk()
	case 7:
		c := l.newCopy()
		require.NoError(l, bolt.Backup(context.Background(), l.StorePath, c.path, false))
		l.note("backups")
		l.copies = append(l.copies, c)
	}
	if l.program.Dead() {
		l.program.Start()
	}
}

// kill kills the program. Half of the times Discord forgets what it has sent, as if the program
// stayed away for minutes.
func (l *lab) kill() {
	l.program.Kill()
	l.note("kills")
	if l.chance.IntN(2) == 0 {
		time.Sleep(50 * time.Millisecond) // Discord carries out what was sent
		l.Discord.ForgetNonces()
		l.note("forgotten nonces")
	}
}

// loseReplies has Discord lose its replies. It returns false if that did not happen.
func (l *lab) loseReplies() bool {
	paths := []string{`^/channels/\d+/messages$`, `^/channels/\d+/messages`, `^/channels/\d+/threads$`, `/callback$`}
	fault := l.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "POST", Path: paths[l.chance.IntN(len(paths))], DropReply: true, Times: 1 + l.chance.IntN(3),
	})
	defer fault.Remove()
	for end := time.Now().Add(time.Second); fault.Hits() == 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	l.counts["lost replies"] += fault.Hits()
	return fault.Hits() > 0
}

// mountDisk puts the store on a small disk in memory, enough for a long run, where that is allowed.
func (l *lab) mountDisk() {
	dir := l.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", dir).CombinedOutput(); err != nil {
		l.Logf("the disk is never full: mounting a small one needs root on linux: %v: %s", err, out)
		return
	}
	l.Cleanup(func() { require.NoError(l, exec.Command("umount", "-l", dir).Run()) })
	l.StorePath, l.ballast = filepath.Join(dir, "amytis.db"), filepath.Join(dir, "ballast")
}

// fillDisk leaves no space on the disk for a while.
func (l *lab) fillDisk() {
	if l.ballast == "" {
		return
	}
	f, err := os.Create(l.ballast)
	require.NoError(l, err)
	for block := make([]byte, 1<<20); err == nil; {
		_, err = f.Write(block)
	}
	require.ErrorIs(l, err, syscall.ENOSPC)
	require.NoError(l, f.Close())
	l.note("full disks")
	time.Sleep(time.Duration(100+l.chance.IntN(400)) * time.Millisecond)
	if l.chance.IntN(3) == 0 {
		l.kill()
	}
	require.NoError(l, os.Remove(l.ballast))
}

func (l *lab) newCopy() fileCopy {
	return fileCopy{filepath.Join(l.TempDir(), "copy.db"), time.Now().UnixMilli()}
}

// readLogs checks a store file that no program uses, and reads its games.
func readLogs(t testing.TB, path string) (logs harness.LoggedGames) {
	to := filepath.Join(t.TempDir(), "read.db")
	copyFile(t, path, to) // opening the file itself would tidy up what a kill has left
	faults, err := bolt.CheckFile(context.Background(), to, logs.Add)
	require.NoError(t, err)
	require.Empty(t, faults, "faults in the store")
	return logs
}

func copyFile(t testing.TB, from, to string) {
	data, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, data, 0o600))
}
