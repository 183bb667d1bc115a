package postgres

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
	"amytis/store/entries"
	"amytis/store/postgres/postgrestest"
	"amytis/store/storetest"
)

// tested is a handle that remembers how to open another one.
type tested struct {
	*DB
	options Options
}

func openTest(t testing.TB, o Options) *tested {
	t.Helper()
	db := storetest.Must(Open(context.WithoutCancel(t.Context()), o))(t)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return &tested{db, o}
}

func openNew(t testing.TB) *tested {
	t.Helper()
	return openTest(t, Options{URL: postgrestest.Start(t).NewURL(t)})
}

func TestDBPassesTheConformanceSuite(t *testing.T) {
	t.Parallel()
	second := func(t testing.TB, s store.Store) store.Store { return openTest(t, s.(*tested).options) }
	storetest.Run(t, storetest.Harness{
		Open: func(t testing.TB) store.Store { return openNew(t) },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			require.NoError(t, s.Close())
			return second(t, s)
		},
		Second: second,
	})
}

func TestDBKeepsTheContractOfEntries(t *testing.T) {
	t.Parallel()
	storetest.RunEntries(t, func(t testing.TB) (one, other entries.DB) {
		db := openNew(t)
		return db.handle, openTest(t, db.options).handle
	})
}
