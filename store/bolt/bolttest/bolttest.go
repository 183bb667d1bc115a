// Package bolttest opens stores for tests. It is no part of the program.
package bolttest

import (
	"os"
	"path/filepath"

	"github.com/stretchr/testify/require"

	"amytis/store/bolt"
)

// TB is a [testing.TB] or a rapid.T.
type TB interface {
	require.TestingT
	Helper()
	Cleanup(func())
}

// New returns a new, empty store, which ends with the test. In a bubble of testing/synctest, t must
// be the bubble's.
func New(t TB) *bolt.DB {
	t.Helper()
	db, err := bolt.Open(filepath.Join(NewFolder(t), "amytis.db"), bolt.Options{Program: "test"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// NewFolder returns a temporary folder, in memory if there is /dev/shm, since flushes to a disk are
// slow.
func NewFolder(t TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "amytis-test-*")
	if err != nil {
		dir, err = os.MkdirTemp("", "amytis-test-*")
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}
