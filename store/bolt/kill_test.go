package bolt

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// With these variables the test program becomes another one, which works on the store at a path.
const (
	programVar = "AMYTIS_TEST_PROGRAM"
	pathVar    = "AMYTIS_TEST_PATH"
)

const backupTo = "AMYTIS_TEST_BACKUP_TO"

// programs are what the test program can be. bot/e2e/crashlab kills a whole bot that plays.
var programs = map[string]func(path string) error{
	"erase": eraseUntilKilled,
	"open": func(path string) error {
		_, err := Open(path, Options{})
		return err
	},
	"backup": func(path string) error {
		return Backup(context.Background(), path, os.Getenv(backupTo), false)
	},
}

func TestMain(m *testing.M) {
	if program := programs[os.Getenv(programVar)]; program != nil {
		if err := program(os.Getenv(pathVar)); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// runProgram returns one of programs, to be started.
func runProgram(program, path string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), programVar+"="+program, pathVar+"="+path), env...)
	return cmd
}

// killProgram kills one of programs some time after it has written some lines.
func killProgram(t *testing.T, program, path string, lines int, within time.Duration) {
	t.Helper()
	cmd := runProgram(program, path)
	out := must(cmd.StdoutPipe())(t)
	require.NoError(t, cmd.Start())
	said := bufio.NewScanner(out)
	for range lines {
		require.True(t, said.Scan(), "it ended before it was killed")
		require.NotContains(t, said.Text(), "error")
	}
	time.Sleep(rand.N(within))
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	folder := must(os.Open(filepath.Dir(path)))(t)
	defer folder.Close()
	defer unlock(folder)
	// A checker that was just being started has the lock for a moment longer.
	require.Eventually(t, func() bool { return lockFolderAlone(folder) }, 10*time.Second, time.Millisecond)
}
