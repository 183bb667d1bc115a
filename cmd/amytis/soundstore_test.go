package main

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// soundStore unpacks the store of a playground, and returns its path: an ended game of Babylon that
// Ana has resigned from, and one with Ana and Bo that goes on.
func soundStore(t *testing.T) string {
	t.Helper()
	f, err := os.Open("testdata/store.db.gz")
	require.NoError(t, err)
	defer f.Close()
	unpack, err := gzip.NewReader(f)
	require.NoError(t, err)
	content, err := io.ReadAll(unpack)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "amytis.db")
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}
