package crashlab_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// content is what a store file holds: tables, and what is still to be announced. The zero value is
// that of a new store.
type content struct {
	harness.LoggedGames
	waiting []store.Message
}

// readContent checks a store file that no program uses, and reads it.
func readContent(t testing.TB, path string) *content {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(path))
	copyFile(t, path, to) // opening the file itself would tidy up what a kill has left
	c := &content{LoggedGames: harness.CheckFile(t, to)}
	db, err := bolt.Open(to, bolt.Options{Program: "test"})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	c.waiting, err = db.Outbox(context.Background(), 0, 10_000)
	require.NoError(t, err)
	return c
}

// waits reports whether the announcement of an event is in the outbox.
func (c *content) waits(id table.ID, event table.Version) bool {
	return slices.ContainsFunc(c.waiting, func(m store.Message) bool {
		return m.Table == id && m.From < event && event <= m.Version
	})
}

// copyFile copies a file over another one, as cp does.
func copyFile(t testing.TB, from, to string) {
	t.Helper()
	src, err := os.Open(from)
	require.NoError(t, err)
	defer src.Close()
	dst, err := os.Create(to)
	require.NoError(t, err)
	_, err = io.Copy(dst, src)
	require.NoError(t, err)
	require.NoError(t, dst.Close())
}
