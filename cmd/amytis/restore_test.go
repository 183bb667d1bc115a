package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/postgres/postgrestest"
)

// digestOf moves a store to a new file and returns the digest that this prints.
func digestOf(t *testing.T, place string) string {
	t.Helper()
	out := succeeds(t, "store", "move", place, filepath.Join(t.TempDir(), "moved.db"))
	return regexp.MustCompile(`digest +(\w+)`).FindStringSubmatch(out)[1]
}

// keptIn returns where restore says that the store before is.
func keptIn(t *testing.T, out string) string {
	t.Helper()
	_, kept, found := strings.Cut(strings.TrimSpace(out), "\nthe store before: ")
	require.True(t, found, out)
	return kept
}

// unmark removes the note that a store is a restored backup, by which the next start tells players.
func unmark(t *testing.T, place string) {
	t.Helper()
	require.NoError(t, storePlace{where: place}.withStore(t.Context(), func(s anyStore) error {
		return s.ChangeNote(t.Context(), store.RestoredNote, func(note string) (string, error) {
			require.NotEmpty(t, note)
			return "", nil
		})
	}))
}

// backupOf backs up a sound store to a new file, and returns its path.
func backupOf(t *testing.T) string {
	t.Helper()
	backup := filepath.Join(t.TempDir(), "backup.db")
	succeeds(t, "store", "backup", "--db", soundStore(t), backup)
	return backup
}

// soundStore unpacks the store of a playground, and returns its path: an ended game of Babylon that
// Ana has resigned from, and one with Ana and Bo that goes on.
func soundStore(t *testing.T) string {
	t.Helper()
	f, err := os.Open("testdata/store.db.gz")
	require.NoError(t, err)
	defer f.Close()
	unpack, err := gzip.NewReader(f)
	require.NoError(t, err)
	content, err := io.ReadAll(unpack)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "amytis.db")
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

// alsoDatabase returns a file, and in the long run also a database.
func alsoDatabase(t *testing.T, file string) []string {
	t.Helper()
	if !longrun.On() {
		return []string{file}
	}
	return []string{file, postgrestest.Start(t).NewURL(t)}
}

func TestRestorePutsABackupInTheStoresPlace(t *testing.T) {
	t.Parallel()
	path, _ := gameStore(t)
	before, backup := digestOf(t, path), backupOf(t)
	out := succeeds(t, "store", "restore", "--db", path, backup)
	unmark(t, path)
	assert.Equal(t, digestOf(t, backup), digestOf(t, path))
	kept := keptIn(t, out)
	assert.Equal(t, before, digestOf(t, kept))
	assert.Equal(t, filepath.Dir(path), filepath.Dir(kept))

	t.Run("a backup that fails its check is not restored", func(t *testing.T) {
		wrong, _ := gameStore(t) // without the results of its games
		code, out, errs := amytis(t, "", "store", "restore", "--db", path, wrong)
		assert.Equal(t, exitWrong, code)
		assert.Empty(t, out)
		assert.Contains(t, errs, "not restored: "+wrong+": ")
		assert.Equal(t, digestOf(t, backup), digestOf(t, path))
	})
}

func TestRestoreIntoADatabaseKeepsItInAFile(t *testing.T) {
	longrun.Only(t, "it moves a database seven times")
	t.Parallel()
	url, backup := postgrestest.Start(t).NewURL(t), backupOf(t)
	from, _ := gameStore(t)
	want := digestOf(t, backup)
	out := succeeds(t, "store", "restore", "--db", url, backup)
	assert.NotContains(t, out, "the store before", "the database was empty")
	unmark(t, url)
	assert.Equal(t, want, digestOf(t, url))

	other := postgrestest.Start(t).NewURL(t)
	succeeds(t, "store", "move", from, other)
	before := digestOf(t, other)
	out = succeeds(t, "store", "restore", "--db", other, backup)
	unmark(t, other)
	assert.Equal(t, want, digestOf(t, other))
	succeeds(t, "store", "check", other)
	kept := keptIn(t, out)
	assert.Equal(t, before, digestOf(t, kept))
	assert.Equal(t, filepath.Dir(backup), filepath.Dir(kept))

	damaged := writeTemp(t, "no backup")
	fails(t, exitWrong, damaged, "store", "restore", "--db", other, damaged)
	assert.Equal(t, want, digestOf(t, other), "it stays as it was")
}

func TestRestoreRefusesAStoreInUse(t *testing.T) {
	backup, discord := backupOf(t), startDiscord(t, localdiscord.Options{})
	for _, place := range alsoDatabase(t, filepath.Join(t.TempDir(), "amytis.db")) {
		whileServing(t, discord, place, func() {
			refused := func() bool {
				code, _, errs := amytis(t, "", "store", "restore", "--db", place, backup)
				return code == exitFailed && strings.Contains(errs, "stop ") && strings.Contains(errs, "first")
			}
			// A bot has the database from its first sweep on.
			require.Eventually(t, refused, patience, 10*time.Millisecond)
		})
	}
}

func TestRunningBotMakesBackups(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	for _, place := range alsoDatabase(t, soundStore(t)) {
		folder := filepath.Join(t.TempDir(), "backups")
		config := writeTemp(t, fmt.Sprintf("[store]\nbackup_dir = %q\nbackup_keep = 1\n", folder))
		var made []os.DirEntry
		whileServing(t, discord, place, func() {
			require.Eventually(t, func() bool {
				made, _ = os.ReadDir(folder)
				return len(made) == 1 && strings.HasSuffix(made[0].Name(), ".db")
			}, patience, 10*time.Millisecond)
		}, "--config", config)
		assert.Regexp(t, `^\w+\.backup-\d{8}-\d{6}\.db$`, made[0].Name())
		backup := filepath.Join(folder, made[0].Name())
		faults, err := bolt.CheckFile(t.Context(), backup, nil)
		require.NoError(t, err)
		assert.Empty(t, faults)
		succeeds(t, "store", "restore", "--db", filepath.Join(folder, "new.db"), backup)
	}
}
