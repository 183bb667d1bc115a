package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
	"amytis/store/storetest"
)

// dumpOf returns the keys and values of a dump as text.
func dumpOf(t testing.TB, dump func(context.Context, func(store.Record) error) error) (records []string) {
	t.Helper()
	require.NoError(t, dump(t.Context(), func(r store.Record) error {
		records = append(records, fmt.Sprintf("%s %x %s", r.Kind, r.Key, r.Value))
		return nil
	}))
	return records
}

func fileDump(t testing.TB, path string) []string {
	t.Helper()
	return dumpOf(t, func(ctx context.Context, each func(store.Record) error) error {
		return DumpFile(ctx, path, each)
	})
}

func copyOf(ctx context.Context, from, to *DB) error {
	_, err := to.Load(ctx, false, func(each func(store.Record) error) error { return from.Dump(ctx, each) })
	return err
}

func TestCreateLeavesAWholeFileOrNone(t *testing.T) {
	t.Parallel()
	full := openTest(t, newPath(t), Options{})
	openTables(t, full, 1500) // with more records than one transaction loads
	records := dumpOf(t, full.Dump)
	path := newPath(t)
	files := func() []os.DirEntry {
		t.Helper()
		return storetest.Must(os.ReadDir(filepath.Dir(path)))(t)
	}
	errFill := errors.New("cannot fill it")
	require.ErrorIs(t, Create(path, Options{}, false, func(db *DB) error {
		require.NoError(t, copyOf(t.Context(), full, db))
		return errFill
	}), errFill)
	require.Empty(t, files())
	require.NoError(t, Create(path, Options{Program: "test"}, false, func(db *DB) error {
		require.NoFileExists(t, path)
		return copyOf(t.Context(), full, db)
	}))
	require.Len(t, files(), 1)
	require.Equal(t, records, fileDump(t, path))
	require.ErrorIs(t, Create(path, Options{}, false, func(*DB) error { panic("not called") }), fs.ErrExist)
	replace := func(db *DB) error { return db.SetNote(t.Context(), "alive", "1") }
	require.NoError(t, Create(path, Options{}, true, replace))
	require.Len(t, fileDump(t, path), 1)
	require.Len(t, files(), 1)
	require.ErrorContains(t, Create(filepath.Join(path+".none", "a.db"), Options{}, false, nil), "create the folder")
}

func TestDumpFileLeavesTheFileAlone(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{Program: "older"})
	require.NoError(t, db.SetNote(t.Context(), "alive", "1"))
	ignore := func(store.Record) error { return nil }
	require.ErrorIs(t, DumpFile(t.Context(), path, ignore), ErrLocked)
	require.NoError(t, db.Close())

	before := readFile(t, path)
	require.Len(t, fileDump(t, path), 1)
	errEach := errors.New("no more")
	require.ErrorIs(t, DumpFile(t.Context(), path, func(store.Record) error { return errEach }), errEach)
	ended, end := context.WithCancel(t.Context())
	end()
	require.ErrorIs(t, DumpFile(ended, path, ignore), context.Canceled)
	require.Equal(t, before, readFile(t, path))
	require.ErrorIs(t, DumpFile(t.Context(), path+".none", ignore), fs.ErrNotExist)
}
