package bolt

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
	"go.uber.org/goleak"

	"amytis/store"
	"amytis/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDBPassesTheConformanceSuite(t *testing.T) {
	storetest.Run(t, storetest.Harness{
		Open: func(t testing.TB) store.Store { return openTest(t, newPath(t), Options{}) },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			require.NoError(t, s.Close())
			return openTest(t, s.(*DB).path, Options{})
		},
		Second: func(_ testing.TB, s store.Store) store.Store { return s.(*DB).Second() },
	})
}

func requireSound(t require.TestingT, db *DB) {
	require.NoError(t, db.entries.ViewTx(context.Background(), func(tx *bbolt.Tx) (err error) {
		for fault := range tx.Check() {
			err = errors.Join(err, fault)
		}
		return err
	}))
	require.Empty(t, storetest.Must(db.Check(context.Background()))(t))
}

// requireSoundFile checks a file as a host does.
func requireSoundFile(t *testing.T, path string) {
	t.Helper()
	require.Empty(t, storetest.Must(CheckFile(t.Context(), path, nil))(t))
}

func newPath(t testing.TB) string { return filepath.Join(storetest.NewFolder(t), "amytis.db") }

func fileOf(t testing.TB, content []byte) string {
	t.Helper()
	path := newPath(t)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

func readFile(t require.TestingT, path string) []byte {
	return storetest.Must(os.ReadFile(path))(t)
}

func openTest(t testing.TB, path string, o Options) *DB {
	t.Helper()
	db := storetest.Must(Open(path, o))(t)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}
