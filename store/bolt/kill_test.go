package bolt

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/engine/table"
)

// killedPath is the environment variable that makes the test program the one that gets killed.
const killedPath = "AMYTIS_TEST_KILLED"

// backupFrom and backupTo are the environment variables that make the test program make a backup.
const (
	backupFrom = "AMYTIS_TEST_BACKUP_FROM"
	backupTo   = "AMYTIS_TEST_BACKUP_TO"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(killedPath); path != "" {
		commitUntilKilled(path)
	}
	if path := os.Getenv(erasedPath); path != "" {
		eraseUntilKilled(path)
	}
	if path := os.Getenv(retiredPath); path != "" {
		retireUntilKilled(path)
	}
	if path := os.Getenv(migratedPath); path != "" {
		updateUntilKilled(path)
	}
	if from := os.Getenv(backupFrom); from != "" {
		if err := Backup(context.Background(), from, os.Getenv(backupTo)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// commitUntilKilled plays 8 tables at once and prints each move that Commit has acknowledged.
func commitUntilKilled(path string) {
	db, err := Open(path, Options{LockWait: time.Minute})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for id := table.ID(1); id <= 8; id++ {
		go func() {
			h, _ := db.Header(context.Background(), id)
			for v := h.Version; ; v++ {
				if err := db.Commit(context.Background(), playMove(id, v, uint64(v)*8+uint64(id))); err != nil {
					fmt.Println("error", err)
					os.Exit(1)
				}
				fmt.Println(id, v+1)
			}
		}()
	}
	select {}
}

// In even rounds the program is killed soon after its start, perhaps before it has done anything.
// In odd rounds it is killed soon after every table has acknowledged a move.
func TestKilledProgramLosesNoAcknowledgedCommit(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	acknowledged := map[table.ID]table.Version{}
	for round := range 8 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedPath+"="+path)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		killSoon := sync.OnceFunc(func() {
			time.AfterFunc(time.Duration(30+rand.IntN(120))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		})
		if round%2 == 0 {
			killSoon()
		}
		heard := map[table.ID]bool{}
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			require.False(t, strings.HasPrefix(lines.Text(), "error"), lines.Text())
			var id table.ID
			var v table.Version
			// The last line may be cut off. It then names an earlier version than the real one.
			if n, _ := fmt.Sscan(lines.Text(), &id, &v); n == 2 {
				acknowledged[id] = max(acknowledged[id], v)
				heard[id] = true
			}
			if len(heard) == 8 {
				killSoon()
			}
		}
		_ = cmd.Wait()

		if _, err := os.Stat(path); err != nil {
			continue // killed before the file was created
		}
		db, err := Open(path, Options{LockWait: time.Minute})
		require.NoError(t, err)
		for id, v := range acknowledged {
			h, events, err := db.Table(t.Context(), id)
			require.NoError(t, err)
			require.GreaterOrEqual(t, h.Version, v, "table %d", id)
			require.Len(t, events, int(h.Version))
		}
		faults, err := db.Check(t.Context())
		require.NoError(t, err)
		require.Empty(t, faults)
		require.NoError(t, db.Close())
	}
	require.Len(t, acknowledged, 8)
	t.Logf("acknowledged: %v", acknowledged)
}
