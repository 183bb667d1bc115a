package crashlab_test

import (
	"context"
	"path/filepath"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store/bolt"
)

// cause waits a moment and then causes a trouble by chance.
func (l *lab) cause() {
	l.Helper()
	time.Sleep(time.Duration(l.chance.IntN(300)) * time.Millisecond)
	switch l.chance.IntN(8) {
	case 0, 1, 2:
		if l.chance.IntN(2) == 0 {
			l.answered.Await(context.Background())
		}
		l.kill()
		l.program.Start()
	case 3:
		l.loseReplies()
	case 4:
		if l.loseReplies() { // a message that is posted, but not settled
			l.kill()
			l.program.Start()
		}
	case 5, 6:
		l.fillDisk()
	case 7:
		l.backUp()
	}
}

// kill kills the program unless it is dead.
func (l *lab) kill() {
	l.Helper()
	if l.program.Dead() {
		return
	}
	l.program.Kill()
	l.note("kills")
	if l.chance.IntN(2) == 0 {
		l.outlastNonces()
	}
}

// outlastNonces has Discord forget all nonces, as if the program stayed away for minutes.
func (l *lab) outlastNonces() {
	time.Sleep(underWay)
	l.Discord.ForgetNonces()
	l.note("forgotten nonces")
}

// underWay is the time in which Discord carries out what a killed program had sent.
const underWay = 50 * time.Millisecond

// loseReplies has Discord do what it is asked, but lose its replies. It waits until that has
// happened, and returns false if it did not.
func (l *lab) loseReplies() bool {
	paths := []string{`^/channels/\d+/messages$`, `^/channels/\d+/messages`, `/callback$`}
	fault := l.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "POST", Path: paths[l.chance.IntN(len(paths))], DropReply: true, Times: 1 + l.chance.IntN(3),
	})
	defer fault.Remove()
	for end := time.Now().Add(time.Second); fault.Hits() == 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	l.count("lost replies", fault.Hits())
	return fault.Hits() > 0
}

// fillDisk leaves no space on the disk for a while.
func (l *lab) fillDisk() {
	l.Helper()
	if l.disk == nil {
		return
	}
	l.disk.fill()
	l.note("full disks")
	time.Sleep(time.Duration(100+l.chance.IntN(400)) * time.Millisecond)
	if l.chance.IntN(3) == 0 {
		l.kill()
	}
	l.disk.free()
	if l.program.Dead() {
		l.program.Start()
	}
}

// backup is a copy of the store.
type backup struct {
	path string
	// acked is how many actions each player had been told of when the copy began, by user ID.
	acked map[string]int
}

// backUp has the program write a backup.
func (l *lab) backUp() {
	l.Helper()
	b := &backup{path: filepath.Join(l.TempDir(), "backup.db"), acked: map[string]int{}}
	for _, g := range l.groups {
		for _, p := range g.People {
			b.acked[p.ID] = p.Acks.Len()
		}
	}
	require.NoError(l, bolt.Backup(context.Background(), l.StorePath, b.path))
	l.note("backups")
	l.fresh = append(l.fresh, b)
}

// operatorTime is how long a restore takes, at least. Until then the program may take an
// announcement of the new time for the same one of the lost time.
const operatorTime = 2500 * time.Millisecond

// maxBackups is how many backups are kept.
const maxBackups = 5

// beginNext begins the next round with the store as it is, or with a backup. One backup may be
// restored several times.
func (l *lab) beginNext() {
	l.Helper()
	n := len(l.backups)
	restored := n > 0 && l.chance.IntN(2) == 0
	if restored {
		time.Sleep(operatorTime)
		copyFile(l, l.backups[l.chance.IntN(n)].path, l.StorePath)
		l.note("restores")
	}
	l.began = readContent(l, l.StorePath)
	for _, g := range l.groups {
		g.beginRound(l.began, restored)
	}
	l.program.Start()
}
