package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersionNamesVersionCommitAndSchemas(t *testing.T) {
	code, out, _ := amytis(t, "", "version")
	assert.Zero(t, code)
	assert.Regexp(t, `^amytis \d+\.\d+\.\d+, commit .+\nschema \d+ in a file, \d+ in PostgreSQL\ngo`, out)
}

func TestReleaseRefusesATagThatTheChangelogDoesNotBeginWith(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("../../.ci/release")
	require.NoError(t, err)
	dir := t.TempDir()
	for name, text := range map[string]string{".ci/release": string(script), "cmd/amytis/CHANGELOG.md": changelog} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o700))
	}
	do := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."},
		{"-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "a"}, {"tag", "v9.9.9"}} {
		out, err := do("git", args...)
		require.NoError(t, err, out)
	}
	out, err := do(".ci/release", "out")
	require.Error(t, err)
	assert.Contains(t, out, "is tagged v9.9.9, but cmd/amytis/CHANGELOG.md begins with "+version())
	assert.NoFileExists(t, filepath.Join(dir, "out"))
	_, err = do("git", "tag", "v"+version())
	require.NoError(t, err)
	out, _ = do(".ci/release", "out")
	assert.NotContains(t, out, "tagged") // there is no program to build here
	assert.DirExists(t, filepath.Join(dir, "out"))
}

func TestContainerIsBuiltFromEveryFolder(t *testing.T) {
	ignored, err := os.ReadFile("../../.dockerignore")
	require.NoError(t, err)
	lines := strings.Split(string(ignored), "\n")
	entries, err := os.ReadDir("../..")
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			assert.Contains(t, lines, "!"+e.Name())
		}
	}
}
