package bolt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
)

// erasedPath is the environment variable that makes the test program erase the player in a store.
const erasedPath = "AMYTIS_TEST_ERASED"

func eraseUntilKilled(path string) {
	db, err := Open(path, Options{LockWait: time.Minute})
	if err == nil {
		fmt.Println("opened")
		err = db.Erase(context.Background(), gone.User, asFormer)
	}
	fmt.Println("erased", err)
	select {}
}

// TestKillDuringAnErasureLeavesNoTrace kills a program at any time while it erases a player. The
// next start leaves either all of the player or nothing.
func TestKillDuringAnErasureLeavesNoTrace(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	for i := range 40 {
		playTable(t, db, 1, table.ID(1+i), 9)
	}
	require.NoError(t, db.Close())
	full, err := os.ReadFile(path)
	require.NoError(t, err)
	erased := 0
	for range 12 {
		path := newPath(t)
		require.NoError(t, os.WriteFile(path, full, 0o600))
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), erasedPath+"="+path)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		line := make([]byte, 64)
		n, err := out.Read(line)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(line[:n]), "opened"), string(line[:n]))
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()

		db, err := Open(path, Options{LockWait: time.Minute})
		require.NoError(t, err)
		h, err := db.Header(t.Context(), 1)
		require.NoError(t, err)
		if h.Players[0] != gone.User {
			erased++
			requireNoTrace(t, path, gone)
		}
		faults, err := db.Check(t.Context())
		require.NoError(t, err)
		require.Empty(t, faults)
		require.NoError(t, db.Erase(t.Context(), gone.User, asFormer))
		requireNoTrace(t, path, gone)
		require.NoError(t, db.Close())
	}
	t.Logf("killed after the erasure: %d of 12", erased)
}
