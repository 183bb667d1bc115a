package crashlab_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store/bolt"
)

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
		l.killAndRestart()
	case 3:
		l.loseReplies()
	case 4:
		if l.loseReplies() { // a message that is posted, but not settled
			l.killAndRestart()
		}
	case 5, 6:
		l.fillDisk()
	case 7:
		l.backUp()
	}
}

func (l *lab) killAndRestart() {
	l.kill()
	l.program.Start()
}

func (l *lab) kill() {
	if l.program.Dead() {
		return
	}
	l.program.Kill()
	l.note("kills")
	if l.chance.IntN(2) == 0 { // as if the program stayed away for minutes
		time.Sleep(underWay)
		l.Discord.ForgetNonces()
		l.note("forgotten nonces")
	}
}

// underWay is the time in which Discord carries out what a killed program had sent.
const underWay = 50 * time.Millisecond

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
	if l.program.Dead() {
		l.program.Start()
	}
}

type backup struct {
	path string
	// acked is how many actions each player had been told of when the copy began, by user ID; nil
	// once the backup was judged.
	acked map[string]int
}

func (l *lab) backUp() {
	b := &backup{path: filepath.Join(l.TempDir(), "backup.db"), acked: map[string]int{}}
	for _, g := range l.groups {
		for _, p := range g.People {
			b.acked[p.ID] = p.Acks.Len()
		}
	}
	require.NoError(l, bolt.Backup(context.Background(), l.StorePath, b.path, false))
	l.note("backups")
	l.backups = append(l.backups, b)
}

// operatorTime is how long a restore takes, at least. Until then the program may take an
// announcement of the new time for the same one of the lost time.
const operatorTime = 2500 * time.Millisecond

const maxBackups = 5

// beginNext begins the next round with the store as it is, or with a backup, perhaps once more.
func (l *lab) beginNext() {
	n := len(l.backups)
	restored := n > 0 && l.chance.IntN(2) == 0
	if restored {
		time.Sleep(operatorTime)
		copyFile(l, l.backups[l.chance.IntN(n)].path, l.StorePath)
		l.note("restores")
	}
	l.began = readContent(l, l.StorePath)
	for _, g := range l.groups {
		g.before = map[string]bool{}
		for _, m := range g.Channel.Messages() {
			g.before[m.ID] = true
		}
		if restored {
			g.lost = g.before
		}
		for _, p := range g.People {
			p.Acks.Clear()
		}
	}
	l.program.Start()
}
