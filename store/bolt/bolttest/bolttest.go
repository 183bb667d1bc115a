// Package bolttest opens stores for tests. It is no part of the program.
package bolttest

import (
	"path/filepath"

	"github.com/stretchr/testify/require"

	"amytis/store/bolt"
	"amytis/store/storetest"
)

// New returns a new, empty store, which ends with the test. In a bubble of testing/synctest, t must
// be the bubble's.
func New(t storetest.TB) *bolt.DB {
	t.Helper()
	db, err := bolt.Open(filepath.Join(storetest.NewFolder(t), "amytis.db"), bolt.Options{Program: "test"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}
