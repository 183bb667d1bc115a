package bolt

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

func TestDBPassesTheConformanceSuite(t *testing.T) {
	storetest.Run(t, storetest.Harness{
		Open: func(t testing.TB) store.Store { return openTest(t, newPath(t), Options{}) },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			require.NoError(t, s.Close())
			return openTest(t, s.(*DB).path, Options{})
		},
		Second: func(_ testing.TB, s store.Store) store.Store { return s.(*DB).Second() },
		ChangeHeader: func(t testing.TB, s store.Store, id table.ID, change func(header string) string) {
			require.NoError(t, s.(*DB).writer.submit(t.Context(), &textChange{
				bucket: tablesBucket, key: headKey(id),
				change: func(old string) (string, error) {
					return old[:recordFixed] + change(old[recordFixed:]), nil
				},
			}))
		},
	})
}

// requireSound checks an open store, in this process.
func requireSound(t require.TestingT, db *DB) {
	require.NoError(t, db.bolt.View(func(tx *bbolt.Tx) error {
		c := checker{ctx: context.Background(), tx: tx}
		for fault := range tx.Check() {
			c.Fault("%v", fault)
		}
		sum, err := digestOf(tx)
		return errors.Join(err, c.checksum(sum), c.content(), c.Err(ErrCorrupt))
	}))
}

// requireSoundFile checks a file as a host does.
func requireSoundFile(t *testing.T, path string) {
	t.Helper()
	faults := got(CheckFile(t.Context(), path, nil))(t)
	require.Empty(t, faults)
}

// newPath returns a path in memory where the system has /dev/shm, because flushes to a disk are
// slow.
func newPath(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "amytis-test-*")
	if err != nil {
		return filepath.Join(t.TempDir(), "amytis.db")
	}
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return filepath.Join(dir, "amytis.db")
}

// fileOf returns the path of a new file.
func fileOf(t testing.TB, content []byte) string {
	t.Helper()
	path := newPath(t)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

func readFile(t require.TestingT, path string) []byte {
	content := got(os.ReadFile(path))(t)
	return content
}

func unmark(t testing.TB, path string) {
	t.Helper()
	file := got(os.OpenFile(path, os.O_RDWR, 0))(t)
	m := got(newestMeta(file))(t)
	_, err := file.WriteAt(make([]byte, 32), m.markAt())
	require.NoError(t, errors.Join(err, file.Close()))
}

func openTest(t testing.TB, path string, o Options) *DB {
	t.Helper()
	db := got(Open(path, o))(t)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

func TestPanicInAChangeOfPreferencesIsAnErrorAndTheStoreGoesOn(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	err := db.ChangePreferences(t.Context(), 7, func(*store.Preferences) error { panic("no such step") })
	require.ErrorContains(t, err, "no such step")
	require.NotErrorIs(t, err, ErrCorrupt)
	require.NoError(t, db.ChangePreferences(t.Context(), 7, func(p *store.Preferences) error {
		require.Zero(t, *p)
		p.Quiet.From = 3
		return nil
	}))
	p := got(db.Preferences(t.Context(), 7))(t)
	require.Equal(t, 3, p.Quiet.From)
}

// Older programs left an entry before its table's deadline when a move made that later.
func TestDeadlineOfAnOlderProgramIsFoundAndListedAnew(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	c := playMove(1, 0, 1)
	c.Deadline = 1000
	require.NoError(t, db.Commit(t.Context(), c))
	require.NoError(t, db.writer.submit(t.Context(), &textChange{
		bucket: tablesBucket, key: headKey(1),
		change: func(old string) (string, error) {
			r, err := decodeRecord(1, []byte(old))
			r.deadline = 3000
			return string(r.encode()), err
		},
	}))
	requireSound(t, db)
	due := got(db.Due(t.Context(), 2999, 9))(t)
	require.Empty(t, due)
	due = got(db.Due(t.Context(), 3000, 9))(t)
	require.Equal(t, []store.Deadline{{Table: 1, At: 3000}}, due)
	c = playMove(1, 1, 2)
	c.Deadline = 5000
	require.NoError(t, db.Commit(t.Context(), c))
	due = got(db.Due(t.Context(), 5000, 9))(t)
	require.Equal(t, []store.Deadline{{Table: 1, At: 5000}}, due)
	requireSound(t, db)
}

// got returns what a call that must succeed has returned: got(call())(t).
func got[T any](value T, err error) func(t require.TestingT) T {
	return func(t require.TestingT) T {
		if h, is := t.(interface{ Helper() }); is {
			h.Helper()
		}
		require.NoError(t, err)
		return value
	}
}
