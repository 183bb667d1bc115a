package core_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/core"
	"amytis/store/entries/boltdb"
	"amytis/store/storetest"
)

type tested struct {
	*core.Store
	db   *boltdb.DB
	path string
}

func openFile(t testing.TB, path string) *tested {
	b, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	require.NoError(t, err)
	require.NoError(t, b.Update(func(tx *bbolt.Tx) error { return boltdb.Create(tx, int(core.Spaces)) }))
	db := boltdb.New(b, boltdb.Options{})
	s := core.New(db, core.Options{})
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return &tested{s, db, path}
}

func TestStoreInAFilePassesTheConformanceSuite(t *testing.T) {
	storetest.Run(t, storetest.Harness{
		Open: func(t testing.TB) store.Store { return openFile(t, filepath.Join(bolttest.NewFolder(t), "a.db")) },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			require.NoError(t, s.Close())
			return openFile(t, s.(*tested).path)
		},
		Second: func(t testing.TB, s store.Store) store.Store {
			db := s.(*tested).db.Second()
			return &tested{core.New(db, core.Options{}), db, ""}
		},
	})
}
