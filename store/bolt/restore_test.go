package bolt

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

func storeWith(t *testing.T, n int) string {
	t.Helper()
	path := newPath(t)
	db := openTest(t, path, Options{Program: "amytis 1"})
	openTables(t, db, n)
	require.NoError(t, db.Close())
	return path
}

func tablesIn(t *testing.T, path string) int {
	t.Helper()
	return strings.Count("\n"+strings.Join(fileDump(t, path), "\n"), "\ntable ")
}

func TestRestoreKeepsTheStoreBefore(t *testing.T) {
	t.Parallel()
	backup, path := newPath(t), storeWith(t, 5)
	require.NoError(t, Backup(t.Context(), storeWith(t, 2), backup, false))
	require.NoError(t, os.Chmod(path, 0o640))
	now := func() time.Time { return time.UnixMilli(1_760_000_000_000) }
	before := storetest.Must(Restore(t.Context(), backup, path, Options{Now: now}))(t)
	require.Equal(t, path+".before-restore-20251009-085320", before)
	require.Equal(t, 2, tablesIn(t, path))
	require.Equal(t, 5, tablesIn(t, before))
	info := storetest.Must(os.Stat(path))(t)
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm(), "the rights of the store before")

	again := storetest.Must(Restore(t.Context(), before, path, Options{Now: now}))(t)
	require.Equal(t, before+"-2", again, "in the same second")
	require.Equal(t, 5, tablesIn(t, path))
	require.Len(t, namesInFolder(t, path), 3)

	missing := filepath.Join(filepath.Dir(path), "new.db")
	require.Empty(t, storetest.Must(Restore(t.Context(), backup, missing, Options{}))(t))
	require.Equal(t, 2, tablesIn(t, missing))
}

func TestRestoreReplacesADamagedStore(t *testing.T) {
	t.Parallel()
	backup := storeWith(t, 2)
	for _, content := range []string{"", strings.Repeat("not a store\n", 999)} {
		path := fileOf(t, []byte(content))
		before := storetest.Must(Restore(t.Context(), backup, path, Options{}))(t)
		require.Equal(t, 2, tablesIn(t, path))
		require.Equal(t, content, string(readFile(t, before)))
	}
}

func TestRestoreThatIsRefusedChangesNothing(t *testing.T) {
	t.Parallel()
	good := storeWith(t, 2)
	content := readFile(t, good)
	flipped := fileOf(t, bitFlippedIn(content))
	newer := newPath(t)
	require.NoError(t, openTest(t, newer, Options{Program: "amytis 9, commit 123"}).Close())
	setSchema(t, newer, Schema+1)
	wrong := func(table.ID, store.Header, []table.Event, *store.Result) error { return errors.New("no game") }
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupting := func(table.ID, store.Header, []table.Event, *store.Result) error {
		interrupt()
		return nil
	}
	used := storeWith(t, 3)
	openTest(t, used, Options{})
	for name, c := range map[string]struct {
		ctx    context.Context
		backup string
		path   string // "" for a store that can be replaced
		o      Options
		want   string
		is     error
	}{
		"a missing backup":  {backup: good + ".none", want: "no such file", is: os.ErrNotExist},
		"a folder":          {backup: filepath.Dir(good), want: "not a regular file"},
		"a flipped bit":     {backup: flipped, want: flipped + ": the store is damaged", is: store.ErrDamaged},
		"a wrong game":      {backup: good, o: Options{Replay: wrong}, want: "no game (the first of 2 faults)", is: store.ErrDamaged},
		"a newer program's": {backup: newer, want: "amytis 9, commit 123", is: store.ErrNewer},
		"the store itself":  {backup: used, path: used, want: "is the store itself"},
		"a store in use":    {backup: good, path: used, want: "stop that one first", is: ErrLocked},
		"an interrupt":      {ctx: cancelled, backup: good, is: context.Canceled},
		"a late interrupt":  {ctx: interrupted, backup: good, o: Options{Replay: interrupting}, is: context.Canceled},
		"no folder":         {backup: good, path: filepath.Join(good+".none", "a.db"), want: "create the folder"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.ctx == nil {
				c.ctx = t.Context()
			}
			c.o.LockWait = time.Millisecond
			replaced := c.path
			if c.path == "" {
				replaced = storeWith(t, 3)
			}
			before, _ := os.ReadFile(replaced)
			old, err := Restore(c.ctx, c.backup, replaced, c.o)
			require.ErrorContains(t, err, c.want)
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
			}
			require.Empty(t, old)
			require.NotContains(t, err.Error(), ".new-", "the name of the copy")
			after, _ := os.ReadFile(replaced)
			require.Equal(t, before, after)
			if c.path == "" {
				require.Equal(t, []string{"amytis.db"}, namesInFolder(t, replaced))
			}
		})
	}
}

// bitFlippedIn flips a bit of a key wherever it stands, since some of these pages may be free.
func bitFlippedIn(content []byte) []byte {
	return bytes.ReplaceAll(content, []byte(`"status"`), []byte(`"rtatus"`))
}

// It opens the file before that is replaced, and gets its lock afterwards.
func TestStartDuringARestoreUsesTheNewFile(t *testing.T) {
	t.Parallel()
	path, next := storeWith(t, 5), storeWith(t, 2)
	held, _, err := openFile(path, 0, true)
	require.NoError(t, err)
	opened := make(chan *DB)
	go func() {
		db, err := Open(path, Options{LockWait: time.Minute})
		if err != nil {
			t.Error(err)
		}
		opened <- db
	}()
	time.Sleep(100 * time.Millisecond) // most likely it waits for the lock then
	require.NoError(t, os.Rename(next, path))
	require.NoError(t, held.Close())
	db := <-opened
	defer db.Close()
	n := 0
	require.NoError(t, db.Headers(t.Context(), 0, func(table.ID, store.Header) { n++ }))
	require.Equal(t, 2, n)
}

func TestTemporaryFilesOfKilledProgramsAreRemoved(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	left := []string{".new-1", ".new-22", ".new-1.new-2"}
	others := []string{".new-", ".new-1x", ".newer-1", ".bak", "x.new-1", ".schema-6.bak"}
	for _, name := range append(left, others...) {
		require.NoError(t, os.WriteFile(path+name, nil, 0o600))
		require.NoError(t, os.Chtimes(path+name, time.Time{}, time.Now().Add(-2*leftAfter)))
	}
	inUse := storetest.Must(createTemp(path))(t)
	tmp := storetest.Must(createTemp(path))(t)
	require.Len(t, namesInFolder(t, path), len(others)+2, "%v", namesInFolder(t, path))
	removeTemp(inUse)
	removeTemp(tmp)
	require.Len(t, namesInFolder(t, path), len(others))
}
