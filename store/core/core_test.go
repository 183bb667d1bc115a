package core_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/table"
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

func (*tested) Permits(context.Context, string, int, int, time.Duration, time.Duration) ([]time.Duration, error) {
	return nil, errors.ErrUnsupported
}

func (s *tested) Renew(ctx context.Context, lease time.Duration) ([]table.ChannelID, error) {
	mine, err := s.Store.Renew(ctx, lease)
	if mine {
		return nil, err
	}
	return []table.ChannelID{501}, err
}

func openFile(t testing.TB, path string) *tested {
	b, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	require.NoError(t, err)
	require.NoError(t, b.Update(func(tx *bbolt.Tx) error { return boltdb.Create(tx, int(core.Spaces)) }))
	db := boltdb.New(b)
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
		Without: []string{
			"handles share permits", "a claim returns each entry once", "released queues and holds are free at once",
			"an expired queue is taken over and its old owner learns it",
			"entries come once, in the order of their channel, to one handle at a time",
			"people are gone from what a newer program has added",
			"a bot goes on where it was, also with a copy", "a dump that cannot be loaded changes nothing",
		},
		Twin: func(t testing.TB) store.Store { return bolttest.New(t) },
	})
}
