package bolt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

// The checker waits for the lock of a store until something else ends it.
func TestCheckerMayEndInAnyWay(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	openTest(t, path, Options{})
	self := must(ownProgram())(t)
	script := func(does string) string {
		file := filepath.Join(t.TempDir(), "checker")
		require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\necho '"+strings.TrimSpace(checkerBegins)+"'\n"+does), 0o700))
		return file
	}
	const enough = 1 << 30
	for name, c := range map[string]struct {
		program      string
		memory       int64
		limit        time.Duration
		fault, error string
	}{
		"it takes too much memory":  {self, 1 << 10, time.Minute, "its pages cannot be read: it takes more than 0 MB of memory", ""},
		"it takes too long":         {script("exec sleep 99"), enough, time.Second / 2, "its pages cannot be read: it takes more than 500ms", ""},
		"it crashes":                {script("echo fatal: stack overflow >&2; exit 2"), enough, time.Minute, "its pages cannot be read: fatal: stack overflow", ""},
		"it crashes without a word": {script("kill -9 $$"), enough, time.Minute, "its pages cannot be read: signal: killed", ""},
		"it answers nonsense":       {script("echo so what"), enough, time.Minute, "", "invalid character"},
		"it cannot start":           {path + ".none", enough, time.Minute, "", "cannot start itself to check " + path},
		"it is another program":     {"/bin/false", enough, time.Minute, "", "cannot start itself to check " + path},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := askChecker(t.Context(), c.program, checkJob{path, time.Hour, c.memory}, c.limit)
			if c.error != "" {
				require.ErrorContains(t, err, c.error)
				require.NotErrorIs(t, err, store.ErrDamaged)
				return
			}
			require.Equal(t, faults{c.fault}, err)
		})
	}
}
