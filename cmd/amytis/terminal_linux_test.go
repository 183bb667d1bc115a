package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"amytis/engine/longrun"
)

// openTerminal returns both ends of a new terminal.
func openTerminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = user.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = program.Close() })
	return user, program
}

// inTerminal runs the program in a new terminal, with its output in a pipe if piped is set. seen is
// called with all that the terminal has shown so far, and may type.
func inTerminal(t *testing.T, piped bool, seen func(shown string, user *os.File), args ...string) (code int, shown, out string) {
	t.Helper()
	user, program := openTerminal(t)
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	var output bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	if piped {
		cmd.Stdout = &output
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
	require.NoError(t, program.Close())
	screen := make([]byte, 0, 1<<20)
	for {
		part := make([]byte, 4096)
		n, err := user.Read(part)
		if screen = append(screen, part[:n]...); seen != nil {
			seen(string(screen), user)
		}
		if err != nil { // the program has ended
			break
		}
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), string(screen), output.String()
}

// clearing is what removes the line of the progress.
const clearing = "\r\x1b[K"

func TestLongCommandsShowTheirProgressOnATerminalOnly(t *testing.T) {
	t.Parallel()
	path := soundStore(t)
	record := recordFile(t, "--game", "babel")
	folder := t.TempDir()
	backup := filepath.Join(folder, "backup.db")
	type command struct{ shows, args []string }
	commands := []command{
		{[]string{"checking"}, []string{"record", "check", record, record}},
		{[]string{"reading the file", "checking the games"}, []string{"store", "check", path}},
		{[]string{"copying the file", "reading the file"}, []string{"store", "backup", "--db", path, backup}},
		{[]string{"copying", "comparing"}, []string{"store", "move", path, filepath.Join(folder, "moved.db")}},
		{[]string{"checking the games"}, []string{"store", "restore", "--db", path, backup}},
		{[]string{"exporting"}, []string{"record", "export", "--db", path}},
		{[]string{"reviewing"}, []string{"review", record}},
	}
	for _, c := range longrun.Choose(commands[:2], commands) {
		code, shown, out := inTerminal(t, true, nil, c.args...)
		require.Zero(t, code, shown)
		for _, what := range c.shows {
			assert.Contains(t, shown, "\r"+what+"   0% |", "%v", c.args)
			assert.Contains(t, shown, "\r"+what+" 100% |", "%v", c.args)
		}
		_, rest, _ := strings.Cut(shown[strings.LastIndex(shown, "% |"):], clearing)
		assert.NotContains(t, rest, "\x1b", "%v leaves its progress", c.args)
		assert.NotContains(t, out, "\x1b", "%v shows progress in a pipe", c.args)
		assert.NotEmpty(t, out)
	}
	code, out, errs := amytis(t, "", "store", "check", path)
	assert.Zero(t, code)
	assert.NotContains(t, out+errs, "%")
}

func TestBackupIsNotPrintedOnATerminal(t *testing.T) {
	t.Parallel()
	path := soundStore(t)
	code, shown, _ := inTerminal(t, false, nil, "store", "backup", "--db", path, "-")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, shown, "a backup is no text for a terminal")
	code, shown, out := inTerminal(t, true, nil, "store", "backup", "--db", path, "-")
	require.Zero(t, code, shown)
	assert.Contains(t, shown, "copying the file 100% |")
	assert.Contains(t, shown, "backed up to standard output")
	succeeds(t, "store", "check", writeTemp(t, out))
}

func TestCtrlCStopsALongCommand(t *testing.T) {
	t.Parallel()
	record := recordFile(t, "--game", "gardens")
	many := slices.Repeat([]string{record}, 20_000)
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"review":       {[]string{"review", record}, "interrupted: the game is not reviewed"},
		"record check": {append([]string{"record", "check"}, many...), "interrupted: the rest is not checked"},
	} {
		typed := false
		code, shown, _ := inTerminal(t, false, func(shown string, user *os.File) {
			if !typed && strings.Contains(shown, "% |") {
				typed = true
				_, _ = user.WriteString("\x03")
			}
		}, c.args...)
		assert.Equal(t, exitInterrupted, code, "%s: %s", name, shown[max(0, len(shown)-500):])
		assert.Contains(t, shown, c.says, name)
	}
}
